"""Calibration of hints: is a share of the victory that is shown as 0.7 won in seven of ten games?"""

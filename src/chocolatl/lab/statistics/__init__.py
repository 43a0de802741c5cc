"""Estimators shared by the experiments."""

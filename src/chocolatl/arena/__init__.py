"""Tournaments by an honest protocol, ratings and studies. (In work: owned by the arena engineer since 02:55.)"""

"""Datasets of whole games: records, every choice as a row of numbers, and cards that describe them.

game_steps.py      a record as the choices of its players: observation, mask, action
parquet_file.py    all steps of a dataset as one Parquet file
minari_export.py   the same as a Minari dataset, one episode for each seat of each game
dataset_cards.py   the data card for people, the Croissant card for programs
make_dataset.py    the whole folder, bit-exact from its seed; and a check that plays games again
"""

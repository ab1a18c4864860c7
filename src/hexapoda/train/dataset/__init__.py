"""Datasets: positions from games, with policies, values, proofs and results, for use by other programs.

`write_dataset` writes the folder of a dataset, `check_dataset` verifies one, `read_dataset` yields its
columns as arrays, and `dataset_samples` the samples that a network learns from.
"""

from hexapoda.train.dataset.checking import check_dataset
from hexapoda.train.dataset.dataset_samples import dataset_samples
from hexapoda.train.dataset.part import DatasetPart
from hexapoda.train.dataset.reading import read_dataset
from hexapoda.train.dataset.settings import DatasetSettings
from hexapoda.train.dataset.sources import FileSource, StoreSource
from hexapoda.train.dataset.writing import write_dataset

__all__ = [
    "DatasetPart",
    "DatasetSettings",
    "FileSource",
    "StoreSource",
    "check_dataset",
    "dataset_samples",
    "read_dataset",
    "write_dataset",
]

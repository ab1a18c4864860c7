"""Drawings of Hive: text diagrams and SVG."""

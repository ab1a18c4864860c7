"""Drawings of Hex: text diagrams and SVG."""

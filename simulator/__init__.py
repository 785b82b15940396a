"""Equity simulator for Follow the Queen and seven-card stud."""

__version__ = "0.1.0"

"""Benchmarks, one module a question: ``python -m benchmarks`` runs all and prints a table with the machine's facts."""

"""``python -m simulator`` is the command ``ftq``."""

from simulator.cli import main

if __name__ == "__main__":
    main()

"""``python -m simulator`` is the command ``ftq``."""

import sys

TYPE_CHECKING = False  # as in the package
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> "NoReturn":
    """Run the command line. Ctrl-C while its modules load ends it as it would later on."""
    try:
        from simulator.cli import main as run
    except KeyboardInterrupt:
        print("ftq: error: interrupted", file=sys.stderr)
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()

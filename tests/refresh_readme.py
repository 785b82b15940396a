"""Run the commands shown in the README again and put their output there: ``python -m tests.refresh_readme``."""

import re

from tests.test_readme import AGAIN, README, ROOT, run, transcripts


def main() -> None:
    """Rewrite README.md. Commands keep their seed, so that only what has changed changes."""
    text = README
    for command, output in transcripts():
        seed = re.search(rf"{AGAIN}.* --seed (\d+)", output)
        fresh = run(f"{command} --seed {seed[1]}" if seed else command)
        text = text.replace(f"$ {command}\n{output}", f"$ {command}\n{fresh}", 1)
    (ROOT / "README.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

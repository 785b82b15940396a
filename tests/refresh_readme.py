"""Run the commands shown in README and docs again and put their output there: ``python -m tests.refresh_readme``."""

import re

from tests.test_readme import AGAIN, PAGES, run, transcripts


def main() -> None:
    """Rewrite the pages. Commands keep their seed, so that only what has changed changes."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for command, output in transcripts(page):
            seed = re.search(rf"{AGAIN}.* --seed (\d+)", output)
            fresh = run(f"{command} --seed {seed[1]}" if seed else command)
            text = text.replace(f"$ {command}\n{output}", f"$ {command}\n{fresh}", 1)
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

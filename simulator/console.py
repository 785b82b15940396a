"""Ways out of a command: the answer on stdout, at most one line on stderr, an exit code. Never a traceback."""

import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import click

from simulator.failures import NoAnswer
from simulator.layout import ascii_line

DONE, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


class InputError(click.ClickException):
    """Input that cannot be answered: one line on stderr, exit code 2."""

    exit_code = BAD_INPUT


class _ReaderGone(Exception):
    """Whoever read stdout has gone, as ``| head`` does."""


class CommandGroup(click.Group):
    """The group of commands: every way out is an exit code and at most one line on stderr."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order in which they are defined."""
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; a seat in its place is answered with the command it lacks."""
        if "/" in args[0] or args[0].startswith("@"):
            raise InputError(f"{args[0]!r} looks like a seat, but a command comes first: ftq equity {args[0]} ...")
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command and exit."""
        if "_FTQ_COMPLETE" in os.environ:
            return super().main(*args, **{**kwargs, "prog_name": "ftq"})
        given: Sequence[str] | None = kwargs.get("args", args[0] if args else None)
        sys.exit(self.run(sys.argv[1:] if given is None else given))

    def run(self, args: Sequence[str]) -> int:
        """Run a command and return its exit code; all output has been flushed."""
        try:
            try:
                with self.make_context("ftq", list(args)) as ctx:
                    code: int | None = self.invoke(ctx)
                flush()
            except click.exceptions.Exit as stop:  # after --help and --version, which click leaves unsaid if it must
                code = stop.exit_code
                if sys.stdout is None:
                    raise _stdout_closed() from None
                flush()
        except _ReaderGone:
            return DONE
        except (KeyboardInterrupt, click.Abort):
            return _fail("interrupted", INTERRUPTED)
        except click.UsageError as error:
            path = "ftq" if error.ctx is None else error.ctx.command_path
            return _fail(f"{error.format_message().rstrip('.')} (see {path} --help)", BAD_INPUT)
        except click.ClickException as error:
            return _fail(error.format_message(), error.exit_code)
        except BrokenPipeError:
            return DONE
        except OSError as error:
            return _fail(error.strerror or str(error), FAILED)
        except MemoryError:
            return _fail("out of memory", FAILED)
        except Exception as error:
            if _is_ctrl_c(error):
                return _fail("interrupted", INTERRUPTED)
            return _fail(f"unexpected {type(error).__name__}: {error}; please report it", FAILED)
        return code or DONE


def note(text: str, kind: str = "note") -> None:
    """Write one line to stderr, whatever the text holds and wherever stderr goes."""
    with contextlib.suppress(OSError, ValueError):
        click.echo(f"ftq: {kind}: {ascii_line(text)}".encode("ascii"), err=True)


@contextlib.contextmanager
def answering(*, quiet: bool) -> Iterator[None]:
    """Note that it takes longer if kernels are compiled; a question without an answer is one line and exit code 1."""
    from simulator.compiled import compilation_told

    try:
        with contextlib.nullcontext() if quiet else compilation_told(note):
            yield
    except NoAnswer as error:
        raise click.ClickException(str(error)) from None


def _is_ctrl_c(error: BaseException | None) -> bool:
    """Whether Ctrl-C led to an error: where it strikes while a library loads, that may raise another one."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _fail(text: str, code: int) -> int:
    note(text, "error")
    return code


def flush() -> None:
    """Flush stdout, if there is one."""
    if sys.stdout is not None:
        sys.stdout.flush()


def answer_encoding() -> str:
    """Return the encoding of answers: that of stdout, or ASCII where that one does not hold ASCII as it is."""
    name = getattr(sys.stdout, "encoding", None) or "utf-8"
    return name if "a".encode(name) == b"a" else "ascii"


def write_answer(text: str) -> None:
    """Write an answer to stdout, as bytes: only names are not plain ASCII, and what it cannot show is an escape."""
    if sys.stdout is None:
        raise _stdout_closed()
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode(answer_encoding(), "backslashreplace"))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise _ReaderGone from None
    except OSError as error:
        raise click.ClickException(f"cannot write the answer: {error.strerror}") from None


def _stdout_closed() -> click.ClickException:
    return click.ClickException("cannot write the answer: stdout is closed")


def formatted(form: str, answer: Any, *, csv: Callable[[Any], str], text: Callable[[Any], str]) -> str:
    """Write an answer as --format asks for: JSON of the answer, or what `csv` or `text` make of it."""
    from simulator.layout import json_text

    return {"json": json_text, "csv": csv, "table": text}[form](answer)


def ended(stopped: str | None, words: str, *, quiet: bool) -> int:
    """Note what stopped a run, if anything did, and what its figures are then; returns the exit code."""
    interrupted = stopped == "interrupted"
    if stopped is not None and (interrupted or not quiet):
        note(f"{stopped}: {words}")
    return INTERRUPTED if interrupted else DONE


@contextlib.contextmanager
def checking() -> Iterator[None]:
    """Turn the ValueErrors of the parsers into input errors."""
    try:
        yield
    except ValueError as error:
        raise InputError(str(error)) from None

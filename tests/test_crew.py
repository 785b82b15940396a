"""Threads that work on a stream of items."""

import itertools
import signal
import threading
import time
from collections.abc import Iterator

import pytest

from simulator.crew import WAITING, Crew, Stopped


def shuffled(item: int) -> int:
    """Take longer for some items than for later ones."""
    time.sleep(0.002 * (item % 3 == 0))
    return item * item


@pytest.mark.parametrize("workers", [1, 2, 7])
@pytest.mark.parametrize("count", [0, 1, 5, 300])
def test_products_come_in_order(workers: int, count: int) -> None:
    with Crew(shuffled, workers) as crew:
        assert list(crew.products(range(count))) == [item * item for item in range(count)]


def test_few_items_are_under_way_at_a_time() -> None:
    taken = 0

    def items() -> Iterator[int]:
        nonlocal taken
        for item in itertools.count():
            taken += 1
            yield item

    with Crew(shuffled, 2) as crew:
        for product in itertools.islice(crew.products(items()), 500):
            assert taken <= product**0.5 + 2 * WAITING + 3


def test_product_is_there_while_the_next_item_is_waited_for() -> None:
    more = threading.Event()

    def items() -> Iterator[int]:
        yield 3
        assert more.wait(60)
        yield 4

    with Crew(shuffled, 2) as crew:
        products = crew.products(items())
        assert next(products) == 9
        more.set()
        assert list(products) == [16]


def test_failure_comes_after_the_products_before_it() -> None:
    def work(item: int) -> int:
        if item == 5:
            raise ZeroDivisionError("five")
        return item

    found: list[int] = []
    with pytest.raises(ZeroDivisionError, match="five"), Crew(work, 3) as crew:
        found.extend(crew.products(range(9)))
    assert found == [0, 1, 2, 3, 4]


def test_failure_of_the_items_comes_after_all_products() -> None:
    def items() -> Iterator[int]:
        yield from range(4)
        raise OSError("disk")

    found: list[int] = []
    with pytest.raises(OSError, match="disk"), Crew(shuffled, 3) as crew:
        found.extend(crew.products(items()))
    assert found == [0, 1, 4, 9]


def test_interruption_keeps_what_is_done_and_gives_up_the_rest() -> None:
    """The third item is under way when Ctrl-C comes."""
    begun = threading.Event()
    given_up = threading.Event()

    def work(item: int) -> int:
        if item < 2:
            return item
        begun.set()
        try:
            while True:
                crew.check(1, 2)
                time.sleep(0.001)
        except Stopped:
            given_up.set()
            raise

    crew: Crew[int, int] = Crew(work, 1)
    found = []
    with crew:
        for product in crew.products(itertools.count()):
            found.append(product)
            if product == 1:
                assert begun.wait(60)
                signal.raise_signal(signal.SIGINT)
    assert crew.interrupted
    assert found == [0, 1]
    assert given_up.wait(60)


def test_second_interruption_ends_it_at_once() -> None:
    crew: Crew[int, int] = Crew(shuffled, 1)
    with crew:
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_threads_go_home() -> None:
    before = threading.active_count()
    with Crew(shuffled, 4) as crew:
        assert next(crew.products(itertools.count())) == 0
    for _ in range(1000):
        if threading.active_count() <= before:
            break
        time.sleep(0.01)
    assert threading.active_count() <= before

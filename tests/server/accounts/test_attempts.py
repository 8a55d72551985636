from shengji.server.accounts.attempts import GuessThrottle
from shengji.server.site.events import Events
from tests.server.events import connected


class Seconds:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_each_mistake_beyond_a_few_waits_twice_as_long() -> None:
    clock = Seconds()
    attempts = GuessThrottle(Events(), clock)
    waits = []
    for _ in range(20):
        while (wait := attempts.take("wu", "192.0.2.1")) > 0:
            clock.now += wait
            waits.append(round(wait))
    assert waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, *[900] * 5]
    clock.now += 3601
    assert attempts.take("wu", "192.0.2.1") == 0


def test_a_refusal_counts_nothing() -> None:
    clock = Seconds()
    attempts = GuessThrottle(Events(), clock)
    for _ in range(5):
        assert attempts.take("wu", "a") == 0
    assert [attempts.take("wu", "a") for _ in range(100)] == [1.0] * 100
    clock.now += 1
    assert attempts.take("wu", "a") == 0


def test_the_owner_is_not_locked_out_from_elsewhere() -> None:
    clock = Seconds()
    attempts = GuessThrottle(Events(), clock)
    for n in range(2000):
        while (wait := attempts.take("wu", f"network {n}")) > 0:
            clock.now += wait
    assert 0 < attempts.take("wu", "home") <= 20
    clock.now += 20
    assert attempts.take("wu", "home") == 0


def test_who_is_right_starts_anew() -> None:
    clock = Seconds()
    attempts = GuessThrottle(Events(), clock)
    for _ in range(200):
        for _ in range(4):
            assert attempts.take("wu", "a") == 0
            attempts.right("wu", "a")
    for _ in range(5):
        assert attempts.take("wu", "a") == 0
    assert attempts.take("wu", "a") > 0
    assert attempts.take("lu", "a") == attempts.take("wu", "b") == 0


def test_what_is_tried_at_one_server_counts_at_all() -> None:
    clock = Seconds()
    here, there = (GuessThrottle(events, clock) for events in connected())
    assert [one.take("wu", "a") for one in (here, there, here, there, here)] == [0.0] * 5
    assert here.take("wu", "a") == there.take("wu", "a") == 1.0
    clock.now += 1
    assert there.take("wu", "a") == 0
    there.right("wu", "a")
    assert [here.take("wu", "a") for _ in range(5)] == [0.0] * 5

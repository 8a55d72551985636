from shengji.server.http.limits import AddressLimit, HeldLimit, TokenBucket, network_of


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_lets_bursts_through_and_then_its_rate() -> None:
    clock = Clock()
    bucket = TokenBucket(2.0, 3, clock)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    assert bucket.wait() == 0.5
    clock.now = 0.5
    assert [bucket.take(), bucket.take()] == [True, False]
    clock.now = 1000.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_each_address_has_its_own_bucket() -> None:
    clock = Clock()
    limit = AddressLimit(2, clock)
    assert [limit.take("192.0.2.1") for _ in range(3)] == [0.0, 0.0, 30.0]
    assert limit.take("192.0.2.2") == 0.0
    assert limit.take("::ffff:192.0.2.1") > 0
    clock.now = 30.0
    assert limit.take("192.0.2.1") == 0.0


def test_a_house_of_ipv6_is_one_address() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff")
    assert network_of("2001:db8:0:1::1") != network_of("2001:db8::1")
    assert network_of("testclient") == "testclient"


def test_addresses_are_forgotten_in_the_end() -> None:
    limit = AddressLimit(1, Clock())
    for number in range(60_000):
        limit.take(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    assert len(limit._buckets) == 50_000


def test_what_is_held_is_given_back() -> None:
    limit = HeldLimit(2)
    assert [limit.take("p") for _ in range(3)] == [True, True, False]
    assert limit.take("q")
    limit.give_back("p")
    assert limit.take("p")

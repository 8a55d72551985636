from pathlib import Path

import pytest

from shengji.rules import rules_from
from shengji.rules.houses import save_house
from shengji.server.site.settings import (
    ServerSettings,
    SettingsError,
    settings_from,
)


def test_without_variables_everything_is_as_documented() -> None:
    assert settings_from({}) == ServerSettings()
    assert settings_from({"SHENGJI_PORT": "", "SHENGJI_HOUSES": "/x", "PORT": "y"}).port == 8000


def test_variables_are_read_by_their_types() -> None:
    settings = settings_from(
        {
            "SHENGJI_HOST": "::1",
            "SHENGJI_PORT": "0",
            "SHENGJI_DATABASE": "postgresql://u:p@h/n",
            "SHENGJI_PUBLIC_URLS": "https://a.example, https://B.example:8443",
            "SHENGJI_MESSAGES_PER_SECOND": "2.5",
            "SHENGJI_LOG_FORMAT": "json",
        }
    )
    assert (settings.host, settings.port, settings.messages_per_second) == ("::1", 0, 2.5)
    assert settings.database_url == "postgresql://u:p@h/n"
    assert settings.public_hosts == {"a.example", "b.example:8443"}


@pytest.mark.parametrize(
    ("variable", "value", "expected"),
    [
        ("SHENGJI_PORT", "eighty", "a whole number from 0 to 65535"),
        ("SHENGJI_PORT", "65536", "a whole number from 0 to 65535"),
        ("SHENGJI_PORT", "8000.5", "a whole number"),
        ("SHENGJI_MESSAGES_PER_SECOND", "0", "a number above 0 to 1000"),
        ("SHENGJI_MESSAGES_PER_SECOND", "nan", "a number above 0"),
        ("SHENGJI_SECURE_COOKIES", "yes", "auto or always or never"),
        ("SHENGJI_LOG_LEVEL", "LOUD", "debug or info or warning or error"),
        ("SHENGJI_PUBLIC_URLS", "cards.example.org", "a scheme and a host"),
        ("SHENGJI_PUBLIC_URLS", "https://a.example/path", "without a path"),
        ("SHENGJI_PUSH", "yes", "on or off"),
        ("SHENGJI_PUSH_HOSTS", "https://push.example.org", "a host in small letters"),
        ("SHENGJI_PUSH_HOSTS", "push.example.org/x", "without scheme and path"),
        ("SHENGJI_MAIL_HOST", "mail.example.org", "SHENGJI_MAIL_FROM cannot be ''"),
        ("SHENGJI_MAIL_SECURITY", "ssl", "starttls or tls or none"),
        ("SHENGJI_RATED_RULES", "zhang-2021, fourty-points", "did you mean forty-points?"),
        ("SHENGJI_RATED_NIGHT_RULES", "pagatt", "did you mean pagat?"),
        ("SHENGJI_RATED_COUNTED", "points", "levels or hands or matches"),
        ("SHENGJI_RATED_GRACE", "5", "a number from 10 to 86400"),
        ("SHENGJI_PROT", "80", "did you mean SHENGJI_PORT?"),
    ],
)
def test_a_wrong_value_is_named_with_what_is_expected(
    variable: str, value: str, expected: str
) -> None:
    with pytest.raises(SettingsError) as error:
        settings_from({variable: value})
    assert variable in str(error.value)
    assert expected in str(error.value)


def test_all_that_is_wrong_is_told() -> None:
    given = {"SHENGJI_PROT": "80", "SHENGJI_DATABSE": "x", "SHENGJI_PUSH": "yes"}
    with pytest.raises(SettingsError) as error:
        settings_from(given)
    first, second, third = str(error.value).splitlines()
    assert first == "there is no SHENGJI_PROT; did you mean SHENGJI_PORT?"
    assert second == "there is no SHENGJI_DATABSE; did you mean SHENGJI_DATABASE?"
    assert third.startswith("SHENGJI_PUSH cannot be 'yes'")


def test_rules_that_a_house_has_saved_may_be_rated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHENGJI_HOUSES", str(tmp_path))
    rules = rules_from({"preset": "zhang-2021", "first_level": "8"})
    save_house("from-eight", rules)
    settings = settings_from({"SHENGJI_RATED_RULES": "from-eight,forty-points"})
    assert settings.rated_sets == {
        "from-eight": rules,
        "forty-points": rules_from("forty-points"),
    }


def test_nights_may_be_rated_by_other_rules_besides() -> None:
    settings = settings_from({"SHENGJI_RATED_NIGHT_RULES": "pagat"})
    assert settings.rated_night_sets == {"pagat": rules_from("pagat")}
    assert list(settings_from({}).rated_night_sets) == ["zhang-2016", "six-player"]

"""The files that put a site on a machine say what the program and its readers understand."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kubernetes_validate
import promql_parser
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from shengji.server.matches.schemas import LONGEST_RECORD
from shengji.server.site.metrics import Counts, Metrics
from shengji.server.site.settings import ServerSettings, settings_from, variable_of
from tests.image import CONTAINERFILE, ROOT, variables

DEPLOY = ROOT / "deploy"
RUNBOOK = ROOT / "docs" / "run-a-site.md"
UNITS = sorted((DEPLOY / "systemd").iterdir())
SETTINGS = {variable_of(name) for name in ServerSettings.__struct_fields__}


def read(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(path for path in DEPLOY.rglob("*") if path.is_file()))
def test_every_setting_that_a_file_names_is_one_of_the_servers(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert set(re.findall(r"\bSHENGJI_[A-Z_]+", text)) - {"SHENGJI_LISTEN"} <= SETTINGS


def test_the_settings_of_the_service_can_be_read() -> None:
    lines = [line.lstrip("#") for line in read("shengji.env").splitlines() if "=" in line]
    given = dict(line.split("=", 1) for line in lines)
    settings = settings_from(given)
    assert settings.public_urls == ("https://cards.example.org",)
    assert settings.mail_host and settings.database.startswith("postgresql:")


def test_the_image_runs_without_rights_from_a_root_that_cannot_be_written_to() -> None:
    text = CONTAINERFILE.read_text(encoding="utf-8")
    last = text.rpartition("\nFROM ")[2]
    assert re.search(r"(?m)^USER 10001$", last)
    assert re.search(r"(?m)^VOLUME /data$", last)
    assert settings_from(
        {name: value for name, value in variables().items() if name.startswith("SHENGJI_")}
    ).database.startswith("sqlite:////data/")
    compose = yaml.safe_load(read("compose.yaml"))["services"]["shengji"]
    assert compose["read_only"] and compose["cap_drop"] == ["ALL"]
    (pod,) = (at for at in documents() if at["kind"] == "Deployment")
    spec = pod["spec"]["template"]["spec"]
    assert spec["securityContext"]["runAsUser"] == 10001
    assert spec["containers"][0]["securityContext"]["readOnlyRootFilesystem"]


def test_one_container_needs_nothing_and_the_other_comes_when_it_is_asked_for() -> None:
    compose = yaml.safe_load(read("compose.yaml"))
    ours, theirs = compose["services"]["shengji"], compose["services"]["postgresql"]
    assert "profiles" not in ours and theirs["profiles"] == ["postgresql"]
    assert ours["depends_on"] == {"postgresql": {"condition": "service_healthy", "required": False}}
    mounted = {volume.partition(":")[0] for at in (ours, theirs) for volume in at["volumes"]}
    assert mounted == set(compose["volumes"])
    context = (DEPLOY / ours["build"]["context"]).resolve()
    assert (context / ours["build"]["dockerfile"]).samefile(CONTAINERFILE)
    # A proxy of this machine comes from the network that is believed.
    (network,) = compose["networks"]["default"]["ipam"]["config"]
    assert network["subnet"] in ours["environment"]["SHENGJI_TRUSTED_PROXIES"]


def documents() -> list[dict[str, Any]]:
    return list(yaml.safe_load_all(read("kubernetes.yaml")))


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf", "kubernetes.yaml"])
def test_a_proxy_lets_the_longest_record_through(name: str) -> None:
    (limit,) = re.findall(
        r"(?:max_size|client_max_body_size|proxy-body-size:) (\d+)[mM]", read(name)
    )
    assert int(limit) * 1_000_000 > LONGEST_RECORD


def test_kubernetes_takes_the_manifests() -> None:
    kinds = []
    for document in documents():
        kubernetes_validate.validate(document, "1.37", strict=True)
        kinds.append(document["kind"])
    assert kinds == ["Deployment", "Service", "PodDisruptionBudget", "Ingress"]


def test_kubernetes_asks_addresses_that_are_there() -> None:
    (container,) = documents()[0]["spec"]["template"]["spec"]["containers"]
    asked = {
        container[f"{name}Probe"]["httpGet"]["path"]
        for name in ("startup", "liveness", "readiness")
    }
    assert asked == {"/api/health", "/api/ready"}
    given = {at["name"]: at.get("value", "postgresql://u:p@h/n") for at in container["env"]}
    assert settings_from(given).trusted_proxies == ("10.0.0.0/8",)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_takes_the_units(unit: Path, tmp_path: Path) -> None:
    # It asks whether the program is there, so it is given one that is.
    for each in UNITS:
        text = each.read_text(encoding="utf-8")
        text = re.sub(r"/opt/shengji/bin/shengji(-start)?", "/bin/true", text)
        (tmp_path / each.name).write_text(text, encoding="utf-8")
    ran = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", tmp_path / unit.name],
        capture_output=True,
        text=True,
        check=False,
    )
    ours = [line for line in ran.stderr.splitlines() if "shengji" in line]
    assert (ran.returncode, ours) == (0, [])


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd")
def test_the_service_is_let_do_little() -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=20"]
    ran = subprocess.run(
        [*command, DEPLOY / "systemd" / "shengji.service"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout


def test_the_nightly_backup_is_made_checked_and_old_ones_go(tmp_path: Path) -> None:
    unit = read("systemd/shengji-backup.service").replace("\\\n", " ")
    (line,) = re.findall(r"(?m)^ExecStart=(.*)$", unit)
    said = tmp_path / "said"
    shengji = tmp_path / "shengji"
    shengji.write_text(f'#!/bin/sh\necho "$@" >> {said}\n[ "$1" = backup ] && touch "$2"; true\n')
    shengji.chmod(0o700)
    line = line.replace("%%", "%").replace("$$", "$")
    line = line.replace("/opt/shengji/bin/shengji", str(shengji))
    line = line.replace("/var/lib/shengji", str(tmp_path))
    folder = tmp_path / "backups"
    folder.mkdir()
    old = [folder / f"2026-01-{day:02d}T043000Z.backup" for day in range(1, 32)]
    for backup in old:
        backup.touch()
        os.utime(backup, (0, 0))  # As all are when the clock runs far ahead.
    subprocess.run(shlex.split(line), check=True)
    *kept, new = sorted(folder.iterdir())
    assert kept == old[2:]
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d{6}Z\.backup", new.name)
    assert said.read_text() == f"backup {new}\nrestore --check {new}\n"


def alerts() -> list[dict[str, Any]]:
    (group,) = yaml.safe_load(read("alerts.yaml"))["groups"]
    return list(group["rules"])


def dashboard() -> list[str]:
    """The expressions of the dashboard, with what Grafana puts in for its variables."""
    panels = json.loads(read("grafana.json"))["panels"]
    return [
        target["expr"].replace("$job", "shengji").replace("$__rate_interval", "5m")
        for panel in panels
        for target in panel["targets"]
    ]


def selected(expression: object) -> Iterator[promql_parser.VectorSelector]:
    """The selectors of an expression of Prometheus."""
    if isinstance(expression, promql_parser.VectorSelector):
        yield expression
    for name in ("lhs", "rhs", "expr", "vector_selector", "args"):
        inner = getattr(expression, name, None)
        for part in inner if isinstance(inner, list) else [inner]:
            if part is not None:
                yield from selected(part)


@pytest.fixture(scope="module")
def told() -> dict[str, set[str]]:
    """The metrics of a server, and the names of the labels of each."""
    metrics = Metrics()
    metrics.watch(lambda: Counts(tables=0, awake=0, listeners=0, people=0, thinking=0))
    metrics.request("GET", "/", 200, 0.1)
    metrics.received("do")
    metrics.refused("late")
    metrics.pushed("sent")
    metrics.command_seconds.observe(0.1)
    return {
        sample.name: set(sample.labels)
        for family in text_string_to_metric_families(metrics.text().decode())
        for sample in family.samples
    }


@pytest.mark.parametrize("expression", [*(at["expr"] for at in alerts()), *dashboard()])
def test_what_is_watched_is_told_by_the_server(expression: str, told: dict[str, set[str]]) -> None:
    found = list(selected(promql_parser.parse(expression)))
    assert found
    for selector in found:
        assert selector.name is not None
        if selector.name == "up":  # Prometheus' own
            continue
        labels = {matcher.name for matcher in selector.matchers.matchers}
        assert selector.name in told, selector.name
        assert labels - {"job"} <= told[selector.name], expression


def test_each_alert_says_how_bad_it_is_and_the_runbook_what_to_do() -> None:
    named = [at["alert"] for at in alerts()]
    for at in alerts():
        assert at["labels"]["severity"] in ("page", "ticket") and at["annotations"]["summary"]
    headings = re.findall(r"(?m)^### ([A-Z]\w+)$", RUNBOOK.read_text(encoding="utf-8"))
    assert headings == named

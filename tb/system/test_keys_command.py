"""`ixsim keys`: every key is described, as JSON with a schema and as text of 100 columns; names that match nothing are
refused.
"""

import json

import jsonschema
import pytest
import scenario_space
from program import ROOT, call

SCHEMA = json.loads((ROOT / "docs/scenario_keys.schema.json").read_text())


def keys(*words):
    """The keys that the program describes in JSON."""
    done = call("keys", "--json", *words)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return json.loads(done.stdout)


def test_json_has_every_key_and_follows_its_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    listed = keys()
    jsonschema.Draft202012Validator(SCHEMA).validate(listed)
    assert sorted(key["name"] for key in listed) == sorted(scenario_space.ALL_KEYS)
    assert len(listed) > 90


def test_keys_of_strategies_name_theirs():
    by_name = {key["name"]: key for key in keys()}
    assert by_name["tx.quantum"]["strategies"] == ['tx.scheduler = "drr"']
    assert by_name["traffic.pcap"]["strategies"] == ['traffic.source = "capture"']
    assert by_name["rx.ring"]["strategies"] == []


def test_text_says_what_json_says():
    done = call("keys")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 100
    text = " ".join(done.stdout.split())
    for key in keys():
        assert key["name"] in lines
        for part in (key["description"], key["accepts"], key["default_note"] or "Default:"):
            assert " ".join(part.split()) in text, (key["name"], part)


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("rx.ring", ["rx.ring"]),
        ("ring", ["rx.ring", "tx.ring"]),
        ("*.ring", ["rx.ring", "tx.ring"]),
        ("RING", ["rx.ring", "tx.ring"]),
        ("[rt]x.write_back", ["rx.write_back", "tx.write_back"]),
        ("host.m???", ["host.mode"]),
    ],
)
def test_patterns(pattern, names):
    assert [key["name"] for key in keys(pattern)] == names
    text = call("keys", pattern).stdout
    assert [line for line in text.splitlines() if "." in line and " " not in line] == names


@pytest.mark.parametrize(
    ("pattern", "nearest"), [("rx.rings", "rx.ring"), ("tx.*none", "tx."), ("moderatoin", "rx.moderation")]
)
def test_no_match_names_the_nearest(pattern, nearest):
    done = call("keys", pattern)
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.count("\n") == 1
    said = done.stderr
    assert f"keys: found {pattern}, accepted: " in said and nearest in said.partition("nearest keys are ")[2]

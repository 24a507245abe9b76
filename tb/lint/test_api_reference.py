"""Every public entity in include/ixsim/ is documented, and Doxygen makes the API reference without a warning.

Doxygen does not warn about every entity (enumerators, for one), so its XML is read too: each class, member, function,
type, macro and enumerator needs a description. Destructors and deleted functions need none. The headers of registers
are generated with the name of each register, and docs/registers.md describes them.
"""

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VERSION = {"@PROJECT_VERSION@": "1.2.3", "@PROJECT_VERSION_MAJOR@": "1", "@PROJECT_VERSION_MINOR@": "2"}


def text(element):
    """Whether an element has a description."""
    parts = [element.find(name) for name in ("briefdescription", "detaileddescription")]
    return any("".join(part.itertext()).strip() for part in parts if part is not None)


def needs_none(member):
    """Whether a member is a destructor, or a function that cannot be called."""
    name = member.findtext("name")
    arguments = member.findtext("argsstring") or ""
    return name.startswith("~") or arguments.replace(" ", "").endswith("=delete")


def undocumented(xml):
    """The public entities without a description in the XML of Doxygen."""
    found = []
    for path in sorted(xml.glob("*.xml")):
        for compound in ET.parse(path).getroot().iter("compounddef"):
            name = compound.findtext("compoundname")
            kind = compound.get("kind")
            place = compound.find("location")
            if compound.get("prot") == "private" or kind in ("dir", "page"):
                continue
            # Pages and names of SystemC are not in a header.
            if place is None or not place.get("file").endswith(".h"):
                continue
            if not text(compound):
                found.append(f"{kind} {name}")
            # Those of a file in a namespace are members of the namespace.
            for member in compound.iter("memberdef"):
                if member.get("prot") == "private" or needs_none(member):
                    continue
                called = f"{name}::{member.findtext('name')}"
                if not text(member):
                    found.append(f"{member.get('kind')} {called}")
                found += [
                    f"enumerator {called}::{value.findtext('name')}"
                    for value in member.iter("enumvalue")
                    if not text(value)
                ]
    return found


def make(folder, headers):
    """Runs Doxygen on a folder of headers; returns its warnings and what has no description."""
    template = (ROOT / "docs/api/Doxyfile.in").read_text()
    values = {
        "@PROJECT_SOURCE_DIR@/include/ixsim": str(headers),
        "@PROJECT_BINARY_DIR@/include/ixsim": str(headers),
        "@PROJECT_SOURCE_DIR@": str(ROOT),
        "@PROJECT_DESCRIPTION@": "description",
        "@IXSIM_API_REFERENCE@": str(folder / "api"),
        **VERSION,
    }
    for key, value in values.items():
        template = template.replace(key, value)
    doxyfile = folder / "Doxyfile"
    doxyfile.write_text(template + "GENERATE_HTML = NO\nGENERATE_XML = YES\nXML_PROGRAMLISTING = NO\n")
    run = subprocess.run(["doxygen", doxyfile], capture_output=True, text=True, check=True, timeout=120)
    return run.stderr.splitlines(), undocumented(folder / "api/xml")


@pytest.fixture
def headers(tmp_path):
    """A copy of the public headers, version.h among them."""
    folder = tmp_path / "include/ixsim"
    shutil.copytree(ROOT / "include/ixsim", folder)
    (folder / "version.h.in").rename(folder / "version.h")
    return folder


def test_everything_public_is_documented(tmp_path, headers):
    assert make(tmp_path, headers) == ([], [])
    described = {path.name for path in (tmp_path / "api/xml").glob("*_8h.xml")}
    assert len(described) > 12  # or nothing was read


@pytest.mark.parametrize(
    ("file", "comment", "named"),
    [
        ("classifier.h", r"///< Refused by the VLAN filter\.", "enumerator ixsim::ClassifierDrop::kVlan"),
        (
            "ethernet_controller.h",
            r"/// Drives software-definable pin.*\n",
            "function ixsim::EthernetController::set_pin",
        ),
        ("device_profile.h", r"///< Lanes of.*", "variable ixsim::DeviceProfile::pcie_lanes"),
        ("tx_scheduler.h", r"/// One grant of.*\n", "struct ixsim::Grant"),
        ("time.h", r"/// 1 ns in picoseconds\.\n", "variable ixsim::kNanosecond"),
        ("version.h", r"/// Major version.*\n", "define version.h::IXSIM_VERSION_MAJOR"),
    ],
)
def test_a_missing_comment_is_found(tmp_path, headers, file, comment, named):
    path = headers / file
    changed, count = re.subn(comment, "", path.read_text())
    assert count == 1
    path.write_text(changed)
    assert make(tmp_path, headers)[1] == [named]


def test_a_comment_that_names_nothing_is_found(tmp_path, headers):
    path = headers / "probe.h"
    path.write_text(path.read_text().replace("/// Number of stages.", "/// \\nocommand Number of stages."))
    assert make(tmp_path, headers)[0]

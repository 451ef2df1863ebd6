"""Judges files of batches: `python rails.py FOLDER`. The schema that ISO 20022 publishes is in sepaxml; achkit reads NACHA's files."""

import importlib.util
import pathlib
import re
import sys

import achkit
from lxml import etree

folder = pathlib.Path(sys.argv[1])
# Its programs need more than is here; its schemas are files.
sepaxml = pathlib.Path(importlib.util.find_spec("sepaxml").submodule_search_locations[0])
schema = etree.XMLSchema(file=str(sepaxml / "schemas" / "pain.001.001.09.xsd"))
counts = {"pain": 0, "nacha": 0, "entries": 0}

for path in sorted(folder.glob("*.xml")):
    document = etree.parse(str(path))
    schema.assertValid(document)
    counts["pain"] += 1

for path in sorted(folder.glob("*.ach")):
    text = path.read_text("ascii")
    told = achkit.validate(text)
    if not told["ok"]:
        sys.exit(f"{path.name}: {told['errors']}")
    codes = {line[39:54].strip() for line in text.splitlines() if line.startswith("6")}
    read = achkit.parse(text)
    found = set(re.findall(r"HP[0-9A-Z]{12}", repr(read)))
    if codes != found or not codes:
        sys.exit(f"{path.name}: the ids of its entries are not read")
    counts["nacha"] += 1
    counts["entries"] += len(codes)

if counts["pain"] == 0 or counts["nacha"] == 0:
    sys.exit("there is no file of each format to judge")
print(f"{counts['pain']} files by the schema, {counts['nacha']} of NACHA with {counts['entries']} entries")

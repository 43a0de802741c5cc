"""What a dataset is: for people (README.md) and for programs (croissant.json)."""

from __future__ import annotations

from typing import Any

from chocolatl.data.parquet_file import COLUMNS

TYPES = {"share": "sc:Float"}
CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
ENCODINGS = {"games.jsonl": "application/jsonlines", "steps.parquet": "application/x-parquet"}


def croissant(manifest: dict[str, Any]) -> dict[str, Any]:
    """The Croissant card, version 1.0."""
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "name": "chocolatl-games",
        "description": _sentence(manifest),
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "license": "https://spdx.org/licenses/MIT.html",
        "url": "https://schema.org/Dataset",
        "version": "1.0.0",
        "datePublished": "2026-11-17",
        "citeAs": "Chocolatl contributors: games of Chocolatl, made by chocolatl data make",
        "creator": {"@type": "sc:Organization", "name": "Chocolatl contributors"},
        "distribution": [_file(name, manifest["sha256"][name]) for name in ENCODINGS],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": "steps",
                "name": "steps",
                "description": "One row for each choice of a player.",
                "field": [_field(name, meaning) for name, meaning in COLUMNS.items()],
            }
        ],
    }


def _file(name: str, sha256: str) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": name,
        "encodingFormat": ENCODINGS[name],
        "sha256": sha256,
    }


def _field(name: str, meaning: str) -> dict[str, Any]:
    return {
        "@type": "cr:Field",
        "@id": f"steps/{name}",
        "name": name,
        "description": meaning,
        "dataType": TYPES.get(name, "sc:Integer"),
        "repeated": name in ("observation", "action_mask"),
        "source": {"fileObject": {"@id": "steps.parquet"}, "extract": {"column": name}},
    }


def _sentence(manifest: dict[str, Any]) -> str:
    players = ", ".join(manifest["players"])
    return f"{manifest['games']} whole games of the board game Chocolatl between the bots {players}."


def data_card(manifest: dict[str, Any]) -> str:
    """README.md of the folder."""
    columns = "\n".join(f"| `{name}` | {meaning} |" for name, meaning in COLUMNS.items())
    files = "\n".join(f"| `{name}` | `{value}` |" for name, value in manifest["sha256"].items())
    return f"""# Games of Chocolatl

{_sentence(manifest)}
Edition {manifest["edition"]}, rules version {manifest["rules_version"]}, seed {manifest["seed"]}; seats
{"rotate" if manifest["rotate"] else "stay"}; made by chocolatl {manifest["package"]}.

`{manifest["command"]}`
makes the same bytes again; `chocolatl data check FOLDER` plays some of the games again and compares.
`games.jsonl` has one verified record a line (`chocolatl verify`). `steps.parquet` has {manifest["steps"]}
rows, one for each choice, in the encoding of `Chocolatl-v1`.

| column | meaning |
|---|---|
{columns}

| file | SHA-256 |
|---|---|
{files}

Nobody's data: bots played all games. Bots have habits; a learner that only sees these games learns them.
"""

"""Imports packages into an empty collection of Anki, one after the other, and prints what happened.

usage: python anki_import.py FOLDER PACKAGE...

Writes JSON: [{"new": n, "updated": n, "duplicate": n, "conflicting": n, "cards": [...]}, ...], one for each
package. A card has "guid", "tags", "deck", "fields", and "question" and "answer" as Anki shows them.
"""

import json
import sys
from pathlib import Path

from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest


def main(folder: str, packages: list[str]) -> None:
    collection = Collection(str(Path(folder) / "collection.anki2"))
    results = []
    for package in packages:
        log = collection.import_anki_package(
            ImportAnkiPackageRequest(package_path=package, options=ImportAnkiPackageOptions())
        ).log
        results.append(
            {
                "new": len(log.new),
                "updated": len(log.updated),
                "duplicate": len(log.duplicate),
                "conflicting": len(log.conflicting),
                "cards": [shown(collection, card) for card in collection.find_cards("", order="c.due")],
            }
        )
    problems = collection.fix_integrity()
    media = sorted(path.name for path in Path(collection.media.dir()).iterdir())
    collection.close()
    print(json.dumps({"imports": results, "integrity": problems, "media": media}))


def shown(collection: Collection, card_id: int) -> dict:
    card = collection.get_card(card_id)
    note = card.note()
    return {
        "guid": note.guid,
        "tags": note.tags,
        "deck": collection.decks.name(card.did),
        "fields": dict(note.items()),
        "question": card.question(),
        "answer": card.answer(),
    }


main(sys.argv[1], sys.argv[2:])

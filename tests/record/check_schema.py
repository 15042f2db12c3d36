# SPDX-License-Identifier: GPL-2.0-or-later
# Holds data/record.schema.json against the fixtures and against what the program writes.
import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema


def main(schema_file, data, writer):
    schema = json.loads(pathlib.Path(schema_file).read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    wrong = []

    def expect(folder, valid):
        files = sorted(pathlib.Path(folder).glob("*.json"))
        if not files:
            wrong.append(f"{folder}: no records in it")
        for file in files:
            errors = list(validator.iter_errors(json.loads(file.read_text())))
            if valid and errors:
                wrong.append(f"{file}: refused: {errors[0].json_path}: {errors[0].message[:200]}")
            if not valid and not errors:
                wrong.append(f"{file}: accepted, although the reader refuses it")

    expect(pathlib.Path(data) / "good", True)
    expect(pathlib.Path(data) / "bad", False)
    with tempfile.TemporaryDirectory() as written:
        subprocess.run([writer, written], check=True)
        expect(written, True)
    print("\n".join(wrong) or "schema and reader agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

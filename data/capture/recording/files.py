# SPDX-License-Identifier: Apache-2.0
"""Names of output files, written so that a reader never sees a partial file."""

import gzip
import json
import os
import shutil


class Files:
    """The files of one rank: kind_R.json or kind_R_TAG.json in one directory."""

    def __init__(self, directory, rank, tag="", compress=False):
        self.directory, self.rank, self.tag, self.compress = directory, rank, tag, compress
        os.makedirs(directory, exist_ok=True)

    def path(self, kind):
        tag = f"_{self.tag}" if self.tag else ""
        return os.path.join(self.directory, f"{kind}_{self.rank}{tag}.json")

    def final(self, kind):
        return self.path(kind) + (".gz" if self.compress else "")

    def part(self, kind):
        return self.path(kind) + ".part.json"  # ends in .json: torch chooses the format by the extension

    def finish(self, kind):
        """Renames a completely written part to its final name."""
        part = self.part(kind)
        if self.compress:
            with open(part, "rb") as source, gzip.GzipFile(part + ".gz", "wb", compresslevel=6, mtime=0) as target:
                shutil.copyfileobj(source, target)
            os.remove(part)
            part += ".gz"
        os.replace(part, self.final(kind))

    def write(self, kind, value):
        """Small JSON, never compressed."""
        part = self.part(kind)
        with open(part, "w", encoding="utf-8") as target:
            json.dump(value, target, indent=1)
            target.write("\n")
        os.replace(part, self.path(kind))

    def remove_old(self):
        """Removes files of an earlier run, which must not be mistaken for this run's output."""
        for kind in ("host", "device", "training", "gpu_metrics"):
            for path in (self.path(kind), self.path(kind) + ".gz", self.part(kind)):
                if os.path.exists(path):
                    os.remove(path)


def read_json(path):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rb") as source:
        return json.loads(source.read().decode("utf-8", errors="replace"))

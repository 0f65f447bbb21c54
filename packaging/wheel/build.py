#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a Python wheel of Etude from a built checkout, with the standard library alone.

    ./etude --version                     # builds
    python3 packaging/wheel/build.py      # target/etude-VERSION-py3-none-any.whl

Also an in-tree PEP 517 backend (pyproject.toml), so that "pip wheel ." works without a package index. The same tree gives the
same bytes. Jars are packed anew without compression, so that the wheel's own covers what classes have in common: 20 MB less.
"""

import base64
import hashlib
import io
import json
import os
import re
import sys
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NAME = "etude"
PACKAGE = "etude_launcher"
TIME = (2026, 1, 1, 0, 0, 0)
RECORDINGS = ["cnn-2", "cnn-2-cuda", "cnn-2-hip", "collectives-2", "moe-2", "pipeline-2"]
LARGEST = 60_000_000
# What "etude kernel install" puts beside kernel.json; without Plotly figures in a cell stay still pictures.
BESIDE_THE_KERNEL = ["logo-svg.svg", "logo-64x64.png", "logo-32x32.png", "plotly.min.js", "plotly.LICENSE"]
# sqlite-jdbc includes native code for 24 platforms; these are the ones on which a JDK 17 and Jupyter run.
NATIVE = "org/sqlite/native/"
PLATFORMS = [
    f"{NATIVE}{system}/{machine}/" for system in ("Linux", "Linux-Musl", "Mac", "Windows") for machine in ("x86_64", "aarch64")
]


def read(*path):
    with open(os.path.join(ROOT, *path), "rb") as file:
        return file.read()


def version():
    """The POM's version in Python's spelling: 0.1.0-SNAPSHOT is 0.1.0.dev0."""
    text = re.search(r"<artifactId>etude</artifactId>\s*<version>([^<]+)<", read("pom.xml").decode()).group(1)
    return text.replace("-SNAPSHOT", ".dev0")


def libraries():
    """The existing jars named in the manifest of etude.jar."""
    jar = os.path.join(ROOT, "target", "etude.jar")
    if not os.path.exists(jar):
        sys.exit("wheel: target/etude.jar is missing; build it first: ./etude --version")
    with zipfile.ZipFile(jar) as archive:
        manifest = archive.read("META-INF/MANIFEST.MF").decode().replace("\r\n ", "").replace("\n ", "")
    names = re.search(r"^Class-Path: (.*)$", manifest, re.M).group(1).split()
    return [n for n in names if os.path.exists(os.path.join(ROOT, "target", n))]


def stored(data):
    """The same jar without compression, and without native code for unsupported platforms."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as target:
        for entry in source.infolist():
            name = entry.filename
            left_out = name.startswith(NATIVE) and not name.startswith(tuple(PLATFORMS))
            if not entry.is_dir() and not left_out:
                target.writestr(zipfile.ZipInfo(entry.filename, TIME), source.read(entry))
    return out.getvalue()


def kernel():
    """kernel.json that starts the launcher: Jupyter replaces "python" by its own interpreter."""
    spec = json.loads(read("kernel", "kernel.json"))
    main_class = next(part for part in spec["argv"] if part.endswith("KernelMain"))
    spec["argv"] = ["python", "-m", PACKAGE, main_class, "{connection_file}"]
    return json.dumps(spec, indent=1).encode()


def packages(jar):
    """The directories of a jar's packages, in the format of the kernel's PackageIndex."""
    found = set()
    with zipfile.ZipFile(io.BytesIO(jar)) as archive:
        for name in archive.namelist():
            if name.endswith((".class", ".java")):
                name = re.sub(r"^META-INF/versions/\d+/", "", name)
                directory = name.rpartition("/")[0]
                if all(part.isidentifier() for part in directory.split("/") if directory):
                    found.add(directory)
    return sorted(found)


def rehearsal():
    """The notebook with which the launcher has the JVM archive classes for the kernel."""
    cells = [
        'var traces = Traces.load(System.getProperty("etude.home") + "/data/cnn-2-hip");\ntraces',
        "traces.link().toEt().repair().simulate(Topology.ring(2).bandwidth(gbps(65)).latency(us(14)))",
        'System.out.println("printed");',
    ]
    kernelspec = {"display_name": "Etude (Java)", "language": "java", "name": NAME}
    return json.dumps({
        "cells": [
            {"cell_type": "code", "execution_count": None, "id": f"cell-{i}", "metadata": {}, "outputs": [], "source": cell}
            for i, cell in enumerate(cells)
        ],
        "metadata": {"kernelspec": kernelspec}, "nbformat": 4, "nbformat_minor": 5,
    }, indent=1).encode()


def contents(number):
    """All files of the wheel: path and bytes."""
    data = f"{NAME}-{number}.data/data/share/jupyter/kernels/{NAME}/"
    for name in ("__init__.py", "__main__.py"):
        yield f"{PACKAGE}/{name}", read("packaging", "wheel", PACKAGE, name)
    index = []
    for jar in ["etude.jar", *libraries()]:
        data_of = stored(read("target", jar))
        index.append("\t".join([jar, str(len(data_of)), *packages(data_of)]) + "\n")
        yield f"{PACKAGE}/app/{jar}", data_of
    yield f"{PACKAGE}/app/packages.txt", "".join(index).encode()
    yield f"{PACKAGE}/app/rehearsal.ipynb", rehearsal()
    for recording in RECORDINGS:
        for file in sorted(os.listdir(os.path.join(ROOT, "data", recording))):
            yield f"{PACKAGE}/app/data/{recording}/{file}", read("data", recording, file)
    yield data + "kernel.json", kernel()
    for name in BESIDE_THE_KERNEL:
        yield data + name, read("kernel", name)
    info = f"{NAME}-{number}.dist-info/"
    yield from metadata(info, number)


def metadata(info, number):
    yield info + "METADATA", (
        f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {number}\n"
        "Summary: Study distributed deep-learning training from recorded PyTorch traces\n"
        "License: Apache-2.0\nRequires-Python: >=3.8\nDescription-Content-Type: text/markdown\n\n"
    ).encode() + read("README.md")
    yield info + "WHEEL", b"Wheel-Version: 1.0\nGenerator: etude\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    yield info + "entry_points.txt", f"[console_scripts]\n{NAME} = {PACKAGE}:main\n".encode()
    yield info + "LICENSE", read("LICENSE")
    yield info + "NOTICE", read("NOTICE")


def write(directory):
    """Writes the wheel; returns its file name."""
    number = version()
    name = f"{NAME}-{number}-py3-none-any.whl"
    record = f"{NAME}-{number}.dist-info/RECORD"
    lines = []
    os.makedirs(directory, exist_ok=True)
    target = os.path.join(directory, name)
    with zipfile.ZipFile(target + ".part", "w", zipfile.ZIP_DEFLATED, compresslevel=6) as wheel:
        for path, data in contents(number):
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            lines.append(f"{path},sha256={digest},{len(data)}")
            entry(wheel, path, data)
        entry(wheel, record, "\n".join([*lines, f"{record},,", ""]).encode())
    size = os.path.getsize(target + ".part")
    if size > LARGEST:
        os.remove(target + ".part")
        sys.exit(f"wheel: {size} bytes; more than the {LARGEST} that we allow ourselves")
    os.replace(target + ".part", target)
    return name


def entry(wheel, path, data):
    info = zipfile.ZipInfo(path, TIME)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    wheel.writestr(info, data)


# --- PEP 517 -------------------------------------------------------------------------------------------------------------


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return write(wheel_directory)


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("Etude has no source distribution for Python; clone the repository")


if __name__ == "__main__":
    place = sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "target")
    print(os.path.join(place, write(place)))

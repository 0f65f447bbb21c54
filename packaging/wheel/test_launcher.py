# SPDX-License-Identifier: Apache-2.0
"""Tests the wheel's launcher, with a fake Java that records how it was called."""

import contextlib
import os
import stat
import sys
import tempfile
import time
import unittest
from unittest import mock

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import etude_launcher  # noqa: E402

JAVA = """#!/bin/sh
echo "$PWD: $*" >>"$LOG"
sleep 0.3
for a in "$@"; do
    case $a in -XX:ArchiveClassesAtExit=*) [ -n "$NO_ARCHIVE" ] || echo archive >"${a#*=}" ;; esac
done
"""


@unittest.skipIf(os.name == "nt", "the stand-in is a shell script")
class LauncherTest(unittest.TestCase):
    def setUp(self):
        self.place = self.enter(tempfile.TemporaryDirectory())
        self.java = os.path.join(self.place, "jdk", "bin", "java")
        os.makedirs(os.path.dirname(self.java))
        with open(self.java, "w", encoding="utf-8") as file:
            file.write(JAVA)
        os.chmod(self.java, stat.S_IRWXU)
        with open(os.path.join(self.place, "jdk", "release"), "w", encoding="utf-8") as file:
            file.write('JAVA_VERSION="17.0.1"\nMODULES="java.base jdk.jshell"\n')
        app = os.path.join(self.place, "app")
        os.makedirs(app)
        open(os.path.join(app, "etude.jar"), "wb").close()
        self.log = os.path.join(self.place, "log")
        self.cache = os.path.join(self.place, "cache", "etude")
        self.enter(mock.patch.object(etude_launcher, "APP", app))
        self.enter(mock.patch.dict(os.environ, {
            "JAVA_HOME": os.path.join(self.place, "jdk"), "XDG_CACHE_HOME": os.path.join(self.place, "cache"),
            "LOG": self.log, "NO_ARCHIVE": "", "ETUDE_JAVA_OPTS": "", "TMPDIR": "",
        }))

    def enter(self, context):
        stack = contextlib.ExitStack()
        self.addCleanup(stack.close)
        return stack.enter_context(context)

    def write(self, kernel=False):
        etude_launcher.write_archive(self.java, "17.0.1", kernel, [])

    def rehearsals(self):
        with open(self.log, encoding="utf-8") as file:
            return file.read().splitlines()

    def test_before_jdk_21_nothing_waits_for_its_compiler_when_an_archive_is_written(self):
        self.write()
        self.write(kernel=True)
        etude_launcher.write_archive(self.java, "21.0.1", False, [])
        settled = ["-Xbatch -XX:TieredStopAtLevel=1 -XX:ArchiveClassesAtExit=" in call for call in self.rehearsals()]
        self.assertEqual([True, True, False], settled)

    def test_a_start_waits_for_no_archive_and_uses_one_that_is_there(self):
        with mock.patch.object(etude_launcher.subprocess, "Popen") as begun:
            first = etude_launcher.command(["demo"])
        self.assertEqual(1, begun.call_count)
        self.assertFalse([option for option in first if "SharedArchiveFile" in option])
        self.write()
        with mock.patch.object(etude_launcher.subprocess, "Popen") as begun:
            second = etude_launcher.command(["demo"])
        self.assertEqual(0, begun.call_count)
        self.assertEqual(1, len([option for option in second if "SharedArchiveFile=" + self.cache in option]))
        self.assertEqual(["demo"], second[-1:])

    def test_the_kernel_has_an_archive_of_its_own(self):
        self.write(kernel=True)
        self.assertTrue(self.rehearsals()[0].startswith(os.path.realpath(etude_launcher.APP) + ": "), self.rehearsals())
        self.write(kernel=False)
        self.assertEqual(["classes", "kernel"], sorted(name.split("-")[0] for name in os.listdir(self.cache)))

    def test_two_at_once_write_one(self):
        os.makedirs(self.cache)
        lock = etude_launcher.archive_file("17.0.1", False) + ".lock"
        open(lock, "wb").close()
        self.write()
        self.assertFalse(os.path.exists(self.log))
        long_ago = time.time() - 3 * etude_launcher.REHEARSAL_SECONDS
        os.utime(lock, (long_ago, long_ago))  # its process has died
        self.write()
        self.assertEqual(1, len(self.rehearsals()))
        self.write()
        self.assertEqual(1, len(self.rehearsals()))
        self.assertEqual([os.path.basename(etude_launcher.archive_file("17.0.1", False))], os.listdir(self.cache))

    def test_a_java_that_writes_none_is_asked_once(self):
        os.makedirs(self.cache)
        with mock.patch.dict(os.environ, {"NO_ARCHIVE": "1"}):
            self.write()
            self.write()
        self.assertEqual(1, len(self.rehearsals()))
        with mock.patch.object(etude_launcher.subprocess, "Popen") as begun:
            archives = ("-XX:SharedArchiveFile", "-XX:ArchiveClassesAtExit", "-XX:AOT")
            self.assertFalse([option for option in etude_launcher.command(["demo"]) if option.startswith(archives)])
        self.assertEqual(0, begun.call_count)

    def test_a_cache_that_cannot_be_written_is_no_error(self):
        with open(os.path.join(self.place, "cache"), "wb"):
            pass  # a file where the directory should be
        self.assertEqual(["demo"], etude_launcher.command(["demo"])[-1:])

    def test_archives_of_long_ago_go(self):
        os.makedirs(self.cache)
        old, other = os.path.join(self.cache, "classes-17-1.jsa"), os.path.join(self.cache, "notes.txt")
        for path in (old, other):
            open(path, "wb").close()
            os.utime(path, (0, 0))
        self.write()
        self.assertFalse(os.path.exists(old))
        self.assertTrue(os.path.exists(other))

    def test_the_user_chooses_the_collector_and_the_temporary_directory(self):
        with mock.patch.object(etude_launcher.subprocess, "Popen"), mock.patch.dict(
                os.environ, {"ETUDE_JAVA_OPTS": "-XX:+UseZGC -Xmx3g", "TMPDIR": self.place}):
            for arguments in (["demo"], ["load", "x"], [etude_launcher.KERNEL, "file"]):
                line = etude_launcher.command(arguments)
                self.assertEqual(["-XX:+UseZGC"], [o for o in line if o.startswith("-XX:+Use") and o.endswith("GC")])
                self.assertIn("-Djava.io.tmpdir=" + self.place, line)

    def test_on_one_core_the_collector_is_serial(self):
        for cores, one in (({"SLURM_CPUS_PER_TASK": "1", "NSLOTS": "4"}, True), ({"SLURM_CPUS_PER_TASK": "x", "NSLOTS": "1"}, True),
                           ({"SLURM_CPUS_PER_TASK": "4", "NSLOTS": "1"}, False), ({"NCPUS": "0"}, False), ({}, False)):
            with mock.patch.dict(os.environ, {**{name: "" for name in etude_launcher.CORES}, **cores}), \
                    mock.patch.object(os, "sched_getaffinity", lambda process: {0, 3}, create=True):
                line = etude_launcher.command(["sweep", "x"])
            self.assertEqual(one, "-XX:+UseSerialGC" in line, cores)
            self.assertEqual(not one, "-XX:+UseParallelGC" in line, cores)
        with mock.patch.object(os, "sched_getaffinity", lambda process: {3}, create=True):
            self.assertIn("-XX:+UseSerialGC", etude_launcher.command(["sweep", "x"]))

    def test_a_cluster_has_its_class_path_before_etudes_own(self):
        spark = os.path.join(self.place, "spark")
        with mock.patch.object(etude_launcher.subprocess, "Popen"), mock.patch.dict(os.environ, {"ETUDE_SPARK": spark}):
            self.assertEqual([], [o for o in etude_launcher.command(["sweep", "x"]) if "spark" in o])
            with self.assertRaisesRegex(etude_launcher.NoSpark, "no etude-spark.jar is there"):
                etude_launcher.command(["sweep", "x", "--on", "local[2]"])
            os.makedirs(spark)
            open(os.path.join(spark, "etude-spark.jar"), "wb").close()
            for arguments in (["sweep", "x", "--on", "local[2]"], ["convert", "x", "--on=local[2]"]):
                line = etude_launcher.command(arguments)
                path = line[line.index("-cp") + 1].split(os.pathsep)
                self.assertEqual([os.path.join(spark, "dist", "jars", "*"), os.path.join(spark, "etude-spark.jar")], path[:2])
                self.assertEqual("etude.jar", os.path.basename(path[2]))
                self.assertIn("--add-opens=java.base/java.nio=ALL-UNNAMED", line)
                self.assertEqual(arguments, line[-len(arguments):])
        with mock.patch.object(etude_launcher.subprocess, "Popen"):
            line = etude_launcher.command(["sweep", "x", "--on", "local[2]"])
            self.assertEqual([], [o for o in line if "add-opens" in o])


if __name__ == "__main__":
    unittest.main()

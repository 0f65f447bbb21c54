# SPDX-License-Identifier: Apache-2.0
"""Starts Etude, a Java program: finds a JDK and runs the jars next to this file."""

import os
import re
import shutil
import subprocess
import sys
import time
import zlib

APP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "app")
COMMANDS = "org.etude.cli.Main"
KERNEL = "org.etude.notebook.kernel.KernelMain"
REHEARSAL = "org.etude.cli.Rehearsal"
OLDEST_JAVA = 17
FIRST_AHEAD = 25
# In older JDKs, methods queued for compilation when the archive is written are never compiled later (JDK-8306460).
FIRST_WITHOUT_WAITING = 21
NOTHING_WAITS = ["-Xbatch", "-XX:TieredStopAtLevel=1"]
NOT_STARTED = 69
REHEARSAL_SECONDS = 120
KEPT_SECONDS = 60 * 24 * 3600

# The same options as in the launcher "etude" of a checkout and in "etude kernel install".
COMMON = [
    "-XX:MaxRAMPercentage=60",
    "-Dfile.encoding=UTF-8",
    "-XX:Tier3InvocationThreshold=1000",
    "-XX:Tier3MinInvocationThreshold=500",
    "-XX:Tier3CompileThreshold=5000",
    "-XX:Tier3BackEdgeThreshold=120000",
]
# Methods that are not inlined, so that the optimising compiler finishes them early.
APART = [
    "HostNic.kick",
    "HostNic.choose",
    "HostNic.sendData",
    "SwitchFabric.forward",
    "SwitchFabric.kick",
    "SwitchFabric.send",
    "LinkTransmitter.transmit",
    "RdmaEndpoint.receive",
]
LATE_OPTIMISER = [
    "-XX:Tier4InvocationThreshold=100000",
    "-XX:Tier4MinInvocationThreshold=12000",
    "-XX:Tier4CompileThreshold=300000",
    "-XX:Tier4BackEdgeThreshold=800000",
    "-XX:CompileCommand=quiet",
    *("-XX:CompileCommand=dontinline,org/etude/network/packet/device/" + method for method in APART),
]
KERNEL_OPTIONS = [
    "-XX:+UseParallelGC",
    "-XX:+UseCountedLoopSafepoints",
    "-XX:LoopStripMiningIter=1000",
    "-Djava.awt.headless=true",
    "-Dslf4j.provider=org.slf4j.nop.NOPServiceProvider",
    "-Dslf4j.internal.verbosity=WARN",
    "-Djdk.attach.allowAttachSelf=true",
    "-XX:+EnableDynamicAgentLoading",
    *LATE_OPTIMISER,
]
# The archive is mapped at the address it was written for; a later JDK may not know these options.
ARCHIVE_OPTIONS = [
    "-XX:+IgnoreUnrecognizedVMOptions",
    "-XX:+UnlockDiagnosticVMOptions",
    "-XX:ArchiveRelocationMode=0",
]
OPTIONS_AHEAD = ["-XX:-AOTReplayTraining"]
COMMAND_OPTIONS = ["-XX:-UsePerfData"]
# The last of two thresholds wins: loops over all events of a recording run once, and are compiled early.
SHORT_OPTIONS = [
    "-XX:+UseSerialGC",
    "-XX:PretenureSizeThreshold=256k",
    "-XX:TieredStopAtLevel=1",
    "-XX:Tier3BackEdgeThreshold=20000",
]
LONG_OPTIONS = ["-XX:+UseParallelGC", *LATE_OPTIMISER]
# On one core, that of a shard of a job array, there is nothing to do in parallel.
LONG_OPTIONS_ON_ONE_CORE = ["-XX:+UseSerialGC", *LATE_OPTIMISER]
# In which a scheduler tells the number of cores; those that org.etude.sweep.CoreShare reads.
CORES = ("SLURM_CPUS_PER_TASK", "NSLOTS", "PBS_NCPUS", "NCPUS", "LSB_DJOB_NUMPROC")
LONG_COMMANDS = (
    "simulate", "run", "demo", "sweep", "plot", "calibrate", "export", "parallelize", "scale", "astra-sim",
    "simai-analytical", "simai-simulator", "triosim", "conformance", "notebook",
)


OPENED = (
    "java.lang", "java.lang.invoke", "java.io", "java.net", "java.nio", "java.util", "java.util.concurrent", "sun.nio.ch",
    "sun.util.calendar",
)
SPARK_JAR = "etude-spark.jar"


class NoJava(Exception):
    """No suitable JDK; the message is one line that says how to get one."""


class NoSpark(Exception):
    """ETUDE_SPARK does not name a build of Etude's Spark module."""


def advice():
    """The command that installs a JDK on this platform."""
    if os.environ.get("CONDA_PREFIX"):
        return "conda install -c conda-forge openjdk=21"
    for program, line in (
        ("apt-get", "sudo apt-get install openjdk-17-jdk-headless"),
        ("dnf", "sudo dnf install java-21-openjdk-devel"),
        ("pacman", "sudo pacman -S jdk-openjdk"),
        ("zypper", "sudo zypper install java-21-openjdk-devel"),
        ("apk", "sudo apk add openjdk21"),
        ("brew", "brew install --cask temurin"),
        ("winget", "winget install EclipseAdoptium.Temurin.21.JDK"),
    ):
        if shutil.which(program):
            return line
    return "get a JDK 17 or newer (adoptium.net) and set JAVA_HOME to it"


def find_java():
    """The java of JAVA_HOME, else of the PATH, and its version: ("/usr/bin/java", "17.0.15")."""
    home = os.environ.get("JAVA_HOME")
    name = "java.exe" if os.name == "nt" else "java"
    if home:
        java = os.path.join(home, "bin", name)
        if not os.access(java, os.X_OK):
            raise NoJava(f"JAVA_HOME is {home}, but no bin/{name} is there. Correct or unset it; for a JDK: {advice()}")
    else:
        java = shutil.which("java")
        if java is None:
            raise NoJava(f"no Java found; Etude needs JDK {OLDEST_JAVA} or newer: {advice()}")
    version, modules = release(java)
    if int(version.split(".")[0].split("-")[0].split("+")[0]) < OLDEST_JAVA:
        raise NoJava(f"{java} is Java {version}; Etude needs {OLDEST_JAVA} or newer: {advice()}")
    if modules and "jdk.jshell" not in modules:
        raise NoJava(f"{java} belongs to a run-time image without jdk.jshell; a full JDK: {advice()}")
    return java, version


def release(java):
    """Version and modules, from the JDK's release file or, if there is none, from the JVM."""
    path = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(java))), "release")
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        version = re.search(r'^JAVA_VERSION="([^"]+)"', text, re.M)
        modules = re.search(r'^MODULES="([^"]*)"', text, re.M)
        if version:
            return version.group(1), modules.group(1).split() if modules else []
    except OSError:
        pass
    try:
        said = subprocess.run([java, "-version"], capture_output=True, text=True, timeout=60).stderr
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoJava(f"{java} does not run ({error}); for a JDK: {advice()}") from None
    version = re.search(r'version "([^"]+)"', said)
    if not version:
        raise NoJava(f"{java} does not run or tells no version; for a JDK: {advice()}")
    return version.group(1), []


def archive(java, version, unsafe, kernel):
    """The option that uses the JVM's archive of loaded classes, one per JDK in the user's cache. None until it exists: it is
    written in the background, for later starts. The kernel has a separate one, made by running a notebook, because the
    compiler's classes would slow commands down."""
    file = archive_file(version, kernel)
    if os.path.exists(file):
        ahead = int(version.split(".")[0]) >= FIRST_AHEAD
        return [("-XX:AOTCache=" if ahead else "-XX:SharedArchiveFile=") + file] if os.path.getsize(file) else []
    try:
        apart = {"creationflags": 0x00000008} if os.name == "nt" else {"start_new_session": True}  # DETACHED_PROCESS
        subprocess.Popen(
            [sys.executable, "-B", "-c", "import sys; sys.path.insert(0, sys.argv[1]); import etude_launcher as e; "
             "e.write_archive(sys.argv[2], sys.argv[3], sys.argv[4] == 'kernel', sys.argv[5:])",
             os.path.dirname(os.path.dirname(os.path.abspath(__file__))), java, version, "kernel" if kernel else "commands", *unsafe],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=True, **apart)
    except (OSError, TypeError):  # no writable directory, or an embedded interpreter
        pass
    return []


def archive_file(version, kernel):
    """The path of the archive. The JVM uses it only for the same jar at the same path."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    ahead = int(version.split(".")[0]) >= FIRST_AHEAD
    stamp = f"{version}-{int(os.path.getmtime(os.path.join(APP, 'etude.jar')))}-{zlib.crc32(APP.encode('utf-8', 'surrogateescape')):08x}"
    return os.path.join(base, "etude", f"{'kernel' if kernel else 'classes'}-{stamp}.{'aot' if ahead else 'jsa'}")


def write_archive(java, version, kernel, unsafe):
    """Writes an archive by a rehearsal, once for any number of launches; an empty file if the JVM writes none."""
    file = archive_file(version, kernel)
    lock = file + ".lock"
    if os.path.exists(file) or not take(lock):
        return
    temporary = f"{file}.{os.getpid()}"
    shown = temporary + ".ipynb"
    try:
        notebook = os.path.join(APP, "rehearsal.ipynb")
        rehearsal = [COMMANDS, "notebook", "run", notebook, "--out", shown] if kernel else [REHEARSAL, APP]
        major = int(version.split(".")[0])
        make = "-XX:AOTCacheOutput=" if major >= FIRST_AHEAD else "-XX:ArchiveClassesAtExit="
        settled = NOTHING_WAITS if major < FIRST_WITHOUT_WAITING else []
        subprocess.run(
            [java, *(KERNEL_OPTIONS if kernel else ["-XX:+UseSerialGC"]), *settled, make + temporary, *unsafe, "-Xlog:disable",
             f"-Detude.home={APP}", "-cp", os.path.join(APP, "etude.jar"), *rehearsal],
            cwd=APP,  # the notebook's own directory; otherwise another JVM would run there, and its classes would not be archived
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=REHEARSAL_SECONDS)
        if not os.path.exists(temporary):
            open(temporary, "wb").close()
        os.replace(temporary, file)
        forget_old(os.path.dirname(file))
    except (OSError, subprocess.TimeoutExpired):
        pass  # the next launch tries again
    finally:
        for left in (shown, temporary, lock):
            if os.path.exists(left):
                os.remove(left)


def take(lock):
    """Whether this process is the writer; a lock older than any rehearsal belongs to a dead process."""
    try:
        os.makedirs(os.path.dirname(lock), exist_ok=True)
        if os.path.exists(lock) and time.time() - os.path.getmtime(lock) > 2 * REHEARSAL_SECONDS:
            os.remove(lock)
        os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        return True
    except OSError:
        return False


def forget_old(cache):
    """Removes old archives: those of replaced wheels take 50 to 100 MB each."""
    for name in os.listdir(cache):
        path = os.path.join(cache, name)
        if re.search(r"[.](jsa|aot)([.]\d+)?$", name) and time.time() - os.path.getmtime(path) > KEPT_SECONDS:
            os.remove(path)


def cluster(arguments, major):
    """The JVM's options and the class path before Etude's own for a command that works on a cluster (--on), when ETUDE_SPARK names
    the spark/target of a clone with a build of Etude's Spark module, which a wheel does not contain."""
    place = os.environ.get("ETUDE_SPARK")
    if not place or not any(a == "--on" or a.startswith("--on=") for a in arguments):
        return [], []
    if not os.path.isfile(os.path.join(place, SPARK_JAR)):
        raise NoSpark(f"ETUDE_SPARK is {place}, but no {SPARK_JAR} is there; name the spark/target of a clone in which it is built: "
                      "mvn -q -f spark/pom.xml -DskipTests package")
    opens = [f"--add-opens=java.base/{name}=ALL-UNNAMED" for name in OPENED]
    native = ["--enable-native-access=ALL-UNNAMED"] if major >= 24 else []
    return opens + native, [os.path.join(place, "dist", "jars", "*"), os.path.join(place, SPARK_JAR)]


def one_core():
    """Whether this process has one core: by the scheduler, by its binding, or by its cgroup."""
    stated = (os.environ.get(name, "") for name in CORES)
    if next((cores for cores in stated if re.fullmatch(r"[1-9][0-9]{0,5}", cores)), "") == "1":
        return True
    if (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()) == 1:
        return True
    try:
        with open("/proc/self/cgroup", encoding="utf-8") as groups:
            own = [line[3:].strip() for line in groups if line.startswith("0::")]
    except OSError:
        own = []
    for group in [*own, ""]:
        try:
            with open(f"/sys/fs/cgroup{group}/cpu.max", encoding="utf-8") as limit:
                quota, period = limit.read().split()
        except (OSError, ValueError):
            continue
        if quota != "max" and int(quota) <= int(period):
            return True
    return False


def command(arguments):
    """The command line of the JVM for the arguments of "etude", or for the kernel's main class and its connection file."""
    java, version = find_java()
    unsafe = ["--sun-misc-unsafe-memory-access=allow"] if int(version.split(".")[0]) >= 23 else []
    kernel = arguments[:1] == [KERNEL]
    length = SHORT_OPTIONS
    if arguments[:1] and arguments[0] in LONG_COMMANDS:
        length = LONG_OPTIONS_ON_ONE_CORE if one_core() else LONG_OPTIONS
    ahead = OPTIONS_AHEAD if int(version.split(".")[0]) >= FIRST_AHEAD else []
    warm_up = ["-Detude.warm.up=" + os.path.join(APP, "data", "cnn-2-hip")]
    options = KERNEL_OPTIONS + warm_up if kernel else COMMAND_OPTIONS + length
    own = os.environ.get("ETUDE_JAVA_OPTS", "").split()
    if any(re.fullmatch(r"-XX:\+Use\w*GC", option) for option in own):  # the JVM accepts only one collector
        options = [option for option in options if not re.fullmatch(r"-XX:\+Use\w*GC", option)]
    place = os.environ.get("TMPDIR")  # which Java itself ignores
    temporary = ["-Djava.io.tmpdir=" + place] if place and os.path.isdir(place) else []
    shown = os.get_terminal_size(1).columns if not kernel and sys.stdout is not None and sys.stdout.isatty() else 0
    opens, before = cluster(arguments, int(version.split(".")[0]))
    path = os.pathsep.join([*before, os.path.join(APP, "etude.jar")])
    return [
        java, *COMMON, *options, *ARCHIVE_OPTIONS, *ahead, *unsafe, *archive(java, version, unsafe, kernel), "-Xlog:disable",
        *temporary, f"-Detude.home={APP}", f"-Detude.stdout.columns={shown}", *opens, *own,
        "-cp", path, *(arguments if kernel else [COMMANDS, *arguments]),
    ]


def main():
    try:
        line = command(sys.argv[1:])
    except (NoJava, NoSpark) as error:
        print(f"etude: {error}", file=sys.stderr)
        return NOT_STARTED
    if os.name == "nt":
        return subprocess.call(line)
    os.execv(line[0], line)

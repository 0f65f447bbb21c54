// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.etude.report.Progress;

/**
 * The JVM's archive of loaded classes: written once by a kernel that runs a few cells and exits, mapped by every later
 * start. JDK 25 and newer write an ahead-of-time cache, older ones a dynamic class-data archive. Everything works
 * without it, but starts slower.
 */
final class ClassArchive {
    /** The option to use an archive of JDK 17 to 24. */
    static final String SHARED = "-XX:SharedArchiveFile=";
    /** The option to use a cache of JDK 25 and newer. */
    static final String AHEAD = "-XX:AOTCache=";

    /** The directory, next to the jars, of a recording that a kernel loads before its first cell. */
    static final String RECORDING = "recording";

    private static final int FIRST_AHEAD = 25;
    private static final int FIRST_WITH_UNSAFE_SWITCH = 23;
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    /** Typical first cells, whose classes the archive should contain: values, tables, figures, completion. */
    private static final List<String> WARM_UP = List.of(
            "import java.util.stream.*;\nrecord Point(int x, double y) {}\nvar points = List.of(new Point(1, 2));\npoints",
            "var topology = Topology.ring(2).bandwidth(gbps(65)).latency(us(14));\ntopology",
            "tech.tablesaw.api.Table.create(\"t\", tech.tablesaw.api.IntColumn.create(\"a\", 1, 2, 3))",
            "System.out.println(\"printed\");\nint broken = \"\";");

    /**
     * Before JDK 21, a method that waits for compilation when the archive is written counts as waiting in every later
     * process and stays interpreted (JDK-8306460). The run that writes the archive therefore compiles synchronously,
     * with the C1 compiler only.
     */
    private static final List<String> NOTHING_WAITS = List.of("-Xbatch", "-XX:TieredStopAtLevel=1");

    private static final int FIRST_WITHOUT_WAITING = 21;

    /**
     * The first cells run all of javac once, and compiling it would take longer than that. So the JVM's compilers wait
     * until code is 25 times as hot as by default. On JDK 17 this saves a third of the CPU time to the first traces, on
     * JDK 25 by itself next to nothing: see {@link #NO_REPLAY}.
     */
    private static final List<String> LATE_COMPILERS = List.of(
            "-XX:Tier3InvocationThreshold=1000",
            "-XX:Tier3MinInvocationThreshold=500",
            "-XX:Tier3CompileThreshold=5000",
            "-XX:Tier3BackEdgeThreshold=120000",
            "-XX:Tier4InvocationThreshold=100000",
            "-XX:Tier4MinInvocationThreshold=12000",
            "-XX:Tier4CompileThreshold=300000",
            "-XX:Tier4BackEdgeThreshold=800000");

    /**
     * The ahead-of-time cache also stores how hot code was in the run that wrote it, so the optimising compiler would
     * start at once. Disabling this saves a quarter of the CPU time to the first traces and costs a tenth of the cell's
     * own. The archive is mapped at the address it was written for, so that no pointer must be relocated. Later JDKs
     * may not know these options.
     */
    private static final List<String> NO_REPLAY = List.of(
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-AOTReplayTraining",
            "-XX:ArchiveRelocationMode=0");

    /**
     * Packet handling, method by method, is not inlined: the optimising compiler would combine it into one method of 50
     * KB, compiled late and too large for the processor's caches.
     */
    private static final List<String> APART = List.of(
            "HostNic.kick",
            "HostNic.choose",
            "HostNic.sendData",
            "SwitchFabric.forward",
            "SwitchFabric.kick",
            "SwitchFabric.send",
            "LinkTransmitter.transmit",
            "RdmaEndpoint.receive");

    private final Host host;

    ClassArchive(Host host) {
        this.host = host;
    }

    /** The path of the archive for this JDK, next to the jars. */
    Path file(Path app) {
        String ending = host.javaFeature() >= FIRST_AHEAD ? ".aot" : ".jsa";
        return app.resolve("classes-" + host.javaVersion().replaceAll("[^\\w.-]", "_") + ending);
    }

    /** The JVM options of every kernel; with the archive if it exists. */
    List<String> options(Path app) {
        // A counted loop without safepoints would delay an interrupt and all other threads until it ends.
        List<String> options = new ArrayList<>(List.of(
                "-XX:+UseParallelGC",
                "-XX:+UseCountedLoopSafepoints",
                "-XX:LoopStripMiningIter=1000",
                "-XX:MaxRAMPercentage=60",
                "-Dfile.encoding=UTF-8",
                "-Djava.awt.headless=true",
                "-Dslf4j.provider=org.slf4j.nop.NOPServiceProvider", // avoids a search in all jars
                "-Dslf4j.internal.verbosity=WARN",
                "-Djdk.attach.allowAttachSelf=true", // replaces code of a class in place: a cell changes a method
                "-XX:+EnableDynamicAgentLoading"));
        options.addAll(LATE_COMPILERS);
        if (host.javaFeature() >= FIRST_AHEAD) {
            options.addAll(NO_REPLAY);
        }
        options.add("-XX:CompileCommand=quiet");
        for (String method : APART) {
            options.add("-XX:CompileCommand=dontinline,org/etude/network/packet/device/" + method);
        }
        if (host.javaFeature() >= FIRST_WITH_UNSAFE_SWITCH) {
            options.add(
                    "--sun-misc-unsafe-memory-access=allow"); // needed by Tablesaw's class scan, otherwise a warning
        }
        if (Files.isDirectory(app.resolve(RECORDING))) {
            options.add("-Detude.warm.up=" + app.resolve(RECORDING));
        }
        Path archive = file(app);
        if (Files.exists(archive)) {
            options.add((host.javaFeature() >= FIRST_AHEAD ? AHEAD : SHARED) + archive);
        }
        options.add("-Xlog:disable"); // an archive that does not fit is ignored silently
        return options;
    }

    /**
     * Writes the archive by running a kernel.
     *
     * @return whether it now exists
     */
    boolean write(Path app, Path recordings, Progress progress) {
        Path archive = file(app);
        if (Files.exists(archive)) {
            return true;
        }
        List<String> options = new ArrayList<>(options(app));
        String option = host.javaFeature() >= FIRST_AHEAD ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=";
        options.add(0, option + archive);
        if (host.javaFeature() < FIRST_WITHOUT_WAITING) {
            options.addAll(NOTHING_WAITS);
        }
        try {
            KernelSpec spec = KernelSpec.of(app, KernelSpec.text(host, options, app.resolve(ProgramFiles.JAR)));
            progress.at("warm up", 0, -1);
            try (KernelSession session = KernelSession.start(spec, PATIENCE)) {
                for (String cell : cells(recordings)) {
                    Progress.checkInterrupted();
                    session.execute(cell, PATIENCE);
                }
                session.complete("Trace", PATIENCE);
                session.shutDown(PATIENCE);
            }
        } catch (IOException | InstallException e) {
            return discard(archive);
        }
        return Files.exists(archive);
    }

    private static List<String> cells(Path recordings) {
        List<String> cells = new ArrayList<>(WARM_UP);
        if (Files.isDirectory(recordings)) {
            cells.add("var traces = Traces.load(\"" + recordings.toString().replace("\\", "\\\\") + "\");\ntraces");
            cells.add("traces.link().toEt().repair().simulate(topology)");
        }
        return cells;
    }

    private static boolean discard(Path archive) {
        try {
            Files.deleteIfExists(archive);
        } catch (IOException e) {
            return false; // a partial archive is harmless: the JVM checks it
        }
        return false;
    }
}

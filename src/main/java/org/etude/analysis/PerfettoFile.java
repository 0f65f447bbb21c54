// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import java.io.IOException;
import java.nio.file.Path;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.LinkedSet;
import org.etude.report.IoReason;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.result.TimedNodes;
import org.etude.spec.SimulationException;
import org.etude.trace.model.TraceException;

/**
 * Writes Chrome traces of a recording, of a simulated run, or of both, for Perfetto and chrome://tracing; each file is
 * written completely or not at all. In a file with both, the names of the processes tell them apart, and both start at
 * 0.
 */
public final class PerfettoFile {
    private static final TraceJson.Name UNIT = TraceJson.Name.of("displayTimeUnit");

    private PerfettoFile() {}

    /**
     * Writes the trace of a recording.
     *
     * @param matches which collective of one rank is which of another
     * @param ops its conversion, with the recorded times
     * @throws TraceException when the file cannot be written
     */
    public static void recorded(LinkedSet linked, CollectiveMatches matches, TimedNodes ops, Path file) {
        try {
            write(file, out -> RecordedTrace.write(linked, matches, ops, TraceProcesses.ALONE, out));
        } catch (IOException e) {
            throw unwritten(file, e);
        }
    }

    /**
     * Writes the trace of a simulated run.
     *
     * @throws SimulationException when ops were not recorded or the file cannot be written
     */
    public static void simulated(SimulationResult run, Path file) {
        OpColumns ops = run.keptOps();
        try {
            write(file, out -> SimulationTrace.write(run, ops, TraceProcesses.ALONE, out));
        } catch (IOException e) {
            throw new SimulationException(message(file, e), advice(e));
        }
    }

    /**
     * Writes a recording together with a run.
     *
     * @throws SimulationException when the run's ops were not recorded
     * @throws TraceException when the file cannot be written
     */
    public static void both(
            LinkedSet linked, CollectiveMatches matches, TimedNodes ops, SimulationResult run, Path file) {
        OpColumns simulated = run.keptOps();
        TraceProcesses before = new TraceProcesses(0, "recorded ");
        int first = 1 + RecordedTrace.pathProcess(linked.traces(), before);
        try {
            write(file, out -> {
                RecordedTrace.write(linked, matches, ops, before, out);
                SimulationTrace.write(run, simulated, new TraceProcesses(first, "simulated "), out);
            });
        } catch (IOException e) {
            throw unwritten(file, e);
        }
    }

    private static void write(Path file, ChromeTraceWriter.Body body) throws IOException {
        ChromeTraceWriter.write(file, head -> head.text(UNIT, "ns"), body);
    }

    private static TraceException unwritten(Path file, IOException e) {
        return new TraceException(message(file, e), advice(e));
    }

    private static String message(Path file, IOException e) {
        return IoReason.notWritten(file, e);
    }

    private static String advice(IOException e) {
        return IoReason.notWrittenAdvice(e);
    }
}

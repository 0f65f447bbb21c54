// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import java.io.IOException;
import java.nio.file.Path;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.LinkedSet;
import org.etude.report.IoReason;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.SimulationResult;
import org.etude.spec.SimulationException;
import org.etude.trace.model.TraceException;

/**
 * Chrome traces of a recording, of a simulated run, or of both, which Perfetto and chrome://tracing open; each file is written whole or
 * not at all. Where both are in a file, the names of processes say which is which, and both begin at 0.
 */
public final class PerfettoFile {
    private PerfettoFile() {}

    /**
     * Of a recording.
     *
     * @param matches which collective of one rank is which of another
     * @param ops its conversion, with the times as recorded
     * @throws TraceException when the file cannot be written
     */
    public static void recorded(LinkedSet linked, CollectiveMatches matches, OpColumns ops, Path file) {
        try {
            write(file, out -> RecordedTrace.write(linked, matches, ops, TraceProcesses.ALONE, out));
        } catch (IOException e) {
            throw unwritten(file, e);
        }
    }

    /**
     * Of a simulated run.
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
     * Of a recording and of a run next to it.
     *
     * @throws SimulationException when the run's ops were not recorded
     * @throws TraceException when the file cannot be written
     */
    public static void both(
            LinkedSet linked, CollectiveMatches matches, OpColumns ops, SimulationResult run, Path file) {
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
        ChromeTraceWriter.write(file, head -> head.writeStringField("displayTimeUnit", "ns"), body);
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

// SPDX-License-Identifier: Apache-2.0
package org.etude.logs;

import java.nio.file.Path;
import java.util.List;
import org.etude.Workload;
import org.etude.flight.FlightDiagnosis;
import org.etude.flight.FlightDump;
import org.etude.flight.FlightEts;
import org.etude.flight.FlightFiles;
import org.etude.flight.FlightMeetings;
import org.etude.flight.FlightStall;
import org.etude.flight.FlightVerdict;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.report.Progress;
import org.etude.table.TableText;
import org.etude.table.recorded.FlightRanksTable;
import org.etude.table.recorded.FlightStallsTable;
import tech.tablesaw.api.Table;

/**
 * PyTorch flight recorder dumps of all ranks: {@code FlightRecorder.load("comm_traces").verdict()} states which rank
 * did not reach which collective, and since when. Immutable; the tables are made anew by each call.
 */
public final class FlightRecorder {
    private static final int ROWS = 16;

    private final List<FlightDump> dumps;
    private final FlightMeetings meetings;
    private final List<FlightStall> stalls;

    private FlightRecorder(List<FlightDump> dumps) {
        this.dumps = dumps;
        meetings = FlightMeetings.of(dumps);
        stalls = FlightDiagnosis.of(meetings);
    }

    /**
     * Loads a directory of dumps ({@code rank_0, rank_1, ...}, {@code nccl_trace_rank_0, ...}), pickle or JSON,
     * gzip-compressed or not. Nothing in a pickle is executed.
     *
     * @throws org.etude.flight.FlightException with file and byte or line when there is none, or one cannot be used
     */
    public static FlightRecorder load(String path) {
        return load(Given.path(path));
    }

    /** {@link #load(String)}. */
    public static FlightRecorder load(Path path) {
        return new FlightRecorder(FlightFiles.read(Given.path(path), Progress.ambient()));
    }

    /** One line: which rank did not reach which collective, and since when, or that no rank waits. */
    public String verdict() {
        int records = dumps.stream().mapToInt(d -> d.entries().size()).sum();
        return FlightVerdict.of(stalls, records, dumps.size());
    }

    /** The stalls in which ranks wait, causes first: {@link FlightStallsTable#SCHEMA}. */
    public Table stalls() {
        return FlightStallsTable.of(stalls);
    }

    /** What each rank's recorder holds: {@link FlightRanksTable#SCHEMA}. */
    public Table ranks() {
        return FlightRanksTable.of(dumps);
    }

    /** Whether ranks wait. */
    public boolean isStalled() {
        return !stalls.isEmpty();
    }

    /** The dumps behind this value. */
    @Internal
    public List<FlightDump> dumps() {
        return dumps;
    }

    /**
     * Converts to a communication-only job with each collective and message of every rank. Operations of a group run in
     * sequence; groups do not wait for each other. Operations that no rank finished and not every rank reached are
     * omitted with a finding.
     */
    public Workload toEt() {
        return Workload.of(FlightEts.of(meetings, "flight"));
    }

    @Override
    public String toString() {
        return verdict() + System.lineSeparator() + TableText.of(ranks(), ROWS);
    }
}

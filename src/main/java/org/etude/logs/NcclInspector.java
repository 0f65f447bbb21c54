// SPDX-License-Identifier: Apache-2.0
package org.etude.logs;

import java.nio.file.Path;
import org.etude.CalibrationFit;
import org.etude.calibrate.inspector.InspectorLog;
import org.etude.report.Given;
import org.etude.report.Report;
import org.etude.table.FindingsTable;
import org.etude.table.TableText;
import org.etude.table.recorded.CommProfileTable;
import org.etude.table.recorded.CommStragglersTable;
import tech.tablesaw.api.Table;

/**
 * Recordings of the NCCL Inspector: every collective of every communicator of a job, as {@code
 * NcclInspector.load("inspector-dumps").profile()}. Immutable; the tables are made anew by each call.
 */
public final class NcclInspector {
    private static final int ROWS = 16;

    private final InspectorLog log;

    private NcclInspector(InspectorLog log) {
        this.log = log;
    }

    /**
     * Loads a file, or the directory of all processes: JSON lines of format v4.0 or later, gzip-compressed or not.
     *
     * @throws org.etude.calibrate.CalibrationException with file and line when a file cannot be used or holds no record
     */
    public static NcclInspector load(String path) {
        return load(Given.path(path));
    }

    /** {@link #load(String)}. */
    public static NcclInspector load(Path path) {
        return new NcclInspector(InspectorLog.read(Given.path(path)));
    }

    /** Count, times and bandwidths of each communicator, collective and size: {@link CommProfileTable#SCHEMA}. */
    public Table profile() {
        return CommProfileTable.of(log.profile());
    }

    /** Which ranks arrive late, the latest first: {@link CommStragglersTable#SCHEMA}. */
    public Table stragglers() {
        return CommStragglersTable.of(log.stragglers());
    }

    /**
     * Starts a fit to transfer times: for each collective, the time of the rank that waited least.
     *
     * @throws org.etude.calibrate.CalibrationException when there is no collective of two ranks or more
     */
    public CalibrationFit fit() {
        return CalibrationFit.ofTimings(log.timings().timings());
    }

    /** Assumptions and omissions of reading. */
    public Report report() {
        return log.report();
    }

    /** Assumptions and omissions of reading: {@link FindingsTable#SCHEMA}. */
    public Table findings() {
        return FindingsTable.of(log.report());
    }

    @Override
    public String toString() {
        return "NcclInspector" + System.lineSeparator() + TableText.of(profile(), ROWS);
    }
}

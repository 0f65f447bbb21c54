package org.etude.table;

import org.etude.calibrate.AlphaCalibration;
import tech.tablesaw.api.Table;

/** A measured and a simulated step side by side. */
public final class CalibrationTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of(
                    "calibration", "One part of the step: measured, simulated, and what turns one into the other.")
            .text("part", "step, communication or compute")
            .decimal("measured_ms", "measured time, by the study's definitions; missing without a measurement")
            .whole("sim_cycles_ns", "simulated cycles, a nanosecond each")
            .decimal("alpha_us", "microseconds a cycle; the step's scales other runs, the others are for diagnosis")
            .decimal("simulated_ms", "simulated cycles times the step's alpha")
            .decimal("error_frac", "|simulated_ms - measured_ms| / measured_ms")
            .text("flags", "what makes the row doubtful; mostly empty")
            .build();

    private CalibrationTable() {}

    /** Three rows. */
    public static Table of(AlphaCalibration c) {
        Rows rows = new Rows(SCHEMA);
        String flags = String.join(" ", c.flags());
        double gpuMs = c.simulated().gpuCycles() * c.alphaUs() / 1e3;
        row(rows, "step", c.real().stepMs(), c.simulated().stepCycles(), c.alphaUs(), c.stepMs(), "");
        row(rows, "communication", c.real().commMs(), c.simulated().commCycles(), c.alphaCommUs(), c.commMs(), flags);
        row(rows, "compute", c.real().kernelMs(), c.simulated().gpuCycles(), c.alphaGpuUs(), gpuMs, "");
        return rows.table();
    }

    private static void row(Rows rows, String part, double ms, long cycles, double alpha, double simMs, String flags) {
        double error = ms > 0 ? Math.abs(simMs - ms) / ms : Double.NaN;
        rows.put(part)
                .put(ms)
                .put(cycles)
                .put(alpha)
                .put(simMs)
                .put(error)
                .put(flags)
                .end();
    }
}

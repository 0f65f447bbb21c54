// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.List;
import org.etude.calibrate.AlphaCalibration;
import org.etude.calibrate.steps.StepPart;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** A measured and a simulated step, part by part. */
public final class CalibrationTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = Schema.<Row>of(
                    "calibration", "One part of the step: measured, simulated, and what turns one into the other.")
            .text(
                    "part",
                    "step, then study_communication and study_compute as the two-GPU study defines them, then parts by the definitions of table steps",
                    Row::part)
            .decimal("measured_ms", "measured time; missing without a measurement", Row::measuredMs)
            .whole(
                    "sim_cycles_ns",
                    "simulated cycles of the study's parts, a nanosecond each; missing for the others",
                    Row::cycles)
            .decimal(
                    "alpha_us",
                    "microseconds per cycle of the study's parts; the step's scales other runs, the others are for diagnosis",
                    Row::alphaUs)
            .decimal(
                    "simulated_ms",
                    "simulated time: of the study's parts cycles times the step's alpha, else ms as simulated",
                    Row::simulatedMs)
            .decimal("error_frac", "(simulated_ms - measured_ms) / measured_ms", Row::errorFrac)
            .text("notes", "what makes the row doubtful; mostly empty", Row::notes)
            .build();

    private CalibrationTable() {}

    /**
     * The study's three rows, then one row per part.
     *
     * @param warning a note on the row of the step, or ""
     */
    public static Table of(AlphaCalibration c, List<StepPart> parts, String warning) {
        TableBuilder<Row> rows = SCHEMA.rows();
        String notes = String.join(" ", c.flags());
        double gpuMs = c.simulated().gpuCycles() * c.alphaUs() / 1e3;
        rows.add(Row.of("step", c.real().stepMs(), c.simulated().stepCycles(), c.alphaUs(), c.stepMs(), warning));
        rows.add(Row.of(
                "study_communication",
                c.real().commMs(),
                c.simulated().commCycles(),
                c.alphaCommUs(),
                c.commMs(),
                notes));
        rows.add(Row.of("study_compute", c.real().kernelMs(), c.simulated().gpuCycles(), c.alphaGpuUs(), gpuMs, ""));
        for (StepPart part : parts) {
            rows.add(new Row(
                    part.part(),
                    part.measuredMs(),
                    Missing.WHOLE,
                    Double.NaN,
                    part.simulatedMs(),
                    part.errorFrac(),
                    ""));
        }
        return rows.table();
    }

    private record Row(
            String part,
            double measuredMs,
            long cycles,
            double alphaUs,
            double simulatedMs,
            double errorFrac,
            String notes) {
        static Row of(String part, double ms, long cycles, double alpha, double simMs, String notes) {
            double error = ms > 0 ? (simMs - ms) / ms : Double.NaN;
            return new Row(part, ms, cycles, alpha, simMs, error, notes);
        }
    }
}

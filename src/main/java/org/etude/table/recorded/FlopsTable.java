// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.List;
import org.etude.analysis.recorded.MatrixUse;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import org.etude.trace.model.TraceException;
import org.etude.unit.Bandwidth;
import tech.tablesaw.api.Table;

/** Products, convolutions and attention by shape: work, time and rate. */
public final class FlopsTable {
    private static final double NANOS = 1e9;
    /** Operations per ns at 1 TFLOP/s. */
    private static final double FLOPS_PER_NANO = 1e3;

    /**
     * Peak rates of a device.
     *
     * @param flopsPerNano operations per ns; NaN when not given
     * @param bytesPerNano bytes of its memory per ns; NaN when not given
     */
    public record Roof(double flopsPerNano, double bytesPerNano) {
        /** No peak rates. */
        public static final Roof NONE = new Roof(Double.NaN, Double.NaN);

        /**
         * The peak rates of a data sheet.
         *
         * @param peakTflops in 1e12 operations per second
         * @throws TraceException when it is not a positive number
         */
        public static Roof of(double peakTflops, Bandwidth memory) {
            if (!(peakTflops > 0) || Double.isInfinite(peakTflops)) {
                throw new TraceException(
                        "a peak of " + peakTflops + " TFLOP/s is not possible.",
                        "Give the peak from the data sheet, such as 312.");
            }
            return new Roof(peakTflops * FLOPS_PER_NANO, memory.bytesPerSecond() / NANOS);
        }

        private double limit(MatrixUse use) {
            double byMemory = use.intensity() * bytesPerNano;
            return Double.isNaN(byMemory) ? Double.NaN : Math.min(flopsPerNano, byMemory);
        }
    }

    private record Row(MatrixUse use, Roof roof) {}

    /** The columns. */
    public static final Schema<?> SCHEMA = schema();

    private FlopsTable() {}

    private static Schema<Row> schema() {
        return Schema.<Row>of(
                        "flops",
                        "Matrix products, convolutions or attention of the same shapes on one rank, the longest in all first.")
                .integer("rank", "the global rank", row -> row.use.rank())
                .text("operator", "the operator", row -> row.use.operator())
                .text("shapes", "shapes of its inputs; empty when not recorded", row -> row.use.shapes())
                .text("dtype", "type of the first tensor", row -> row.use.dtype())
                .whole("count", "calls", row -> row.use.calls().count())
                .decimal(
                        "total_us",
                        "time of the GPU work that they launched, summed; without GPU work time on the host",
                        row -> row.use.calls().totalNanos() / 1e3)
                .decimal(
                        "mean_us",
                        "the same for one call",
                        row -> row.use.calls().meanNanos() / 1e3)
                .decimal(
                        "work_gflop",
                        "operations of one call, a multiplication with its addition being two; missing when not known",
                        row -> Missing.unless(row.use.flops() > 0, row.use.flops() / 1e9))
                .decimal("rate_tflops", "operations over time", row -> row.use.flopsPerNano() / 1e3)
                .decimal(
                        "intensity_flop_per_byte",
                        "operations per byte of inputs and outputs, each moved once",
                        row -> row.use.intensity())
                .decimal(
                        "roof_frac",
                        "rate over the most that peak rate and memory allow at this intensity; missing unless they are given",
                        row -> row.use.flopsPerNano() / row.roof.limit(row.use))
                .build();
    }

    /** One row per rank, operator and shapes. */
    public static Table of(List<MatrixUse> uses, Roof roof) {
        return schema().table(uses.stream().map(use -> new Row(use, roof)).toList());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.astra;

import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import org.etude.sim.result.RankColumns;
import org.etude.sim.result.SimulationResult;

/** Prints a result in ASTRA-sim's log format: each rank's line and statistics, in order of finishing. */
public final class AstraSimReport {
    private AstraSimReport() {}

    /** Prints all ranks that finished; the others have no line. */
    public static void print(SimulationResult result, PrintStream out) {
        for (int rank : result.finishOrder()) {
            RankColumns c = result.ranks();
            out.println("[workload] [info] sys[" + rank + "] finished, " + c.finish()[rank]
                    + " cycles, exposed communication " + Long.toUnsignedString(c.referenceExposed()[rank])
                    + " cycles.");
            if (isGpuAndTransfersOnly(c, rank) || !result.scenario().options().compat()) {
                statistics(result, rank, out);
            }
        }
    }

    /** Whether a rank only computed on its GPU and transferred; ASTRA-sim prints the overlap of such ranks only. */
    private static boolean isGpuAndTransfersOnly(RankColumns c, int rank) {
        return c.cpu()[rank] < 0 && c.memory()[rank] < 0 && c.invalid()[rank] < 0;
    }

    private static void statistics(SimulationResult result, int rank, PrintStream out) {
        RankColumns c = result.ranks();
        out.println("[statistics] [info] sys[" + rank + "]. Post statistics processing start.");
        out.println("[statistics] [info] sys[" + rank + "]. Post statistics processing end.");
        line(out, rank, "Wall time", c.wall()[rank]);
        time(out, rank, "CPU time", c.cpu()[rank]);
        time(out, rank, "GPU time", c.gpu()[rank]);
        time(out, rank, "Comm time", c.comm()[rank]);
        time(out, rank, "Remote mem time", c.memory()[rank]);
        time(out, rank, "Invalid time", c.invalid()[rank]);
        long overlap = c.referenceOverlap()[rank];
        if (isGpuAndTransfersOnly(c, rank) && overlap != 0) {
            out.println("[statistics] [info] sys[" + rank + "], Total compute-communication overlap: "
                    + Long.toUnsignedString(overlap));
        }
        result.roofline().ifPresent(roofline -> {
            share(out, rank, "Compute bound percentage", roofline.computeBound()[rank]);
            share(out, rank, "Average compute utilization", roofline.computeUtilisation()[rank]);
            share(out, rank, "Average memory utilization", roofline.memoryUtilisation()[rank]);
            out.println("[statistics] [info] sys[" + rank + "], Average operation intensity: "
                    + decimals(roofline.intensity()[rank], 3));
        });
        result.peakMemory()
                .ifPresent(peak ->
                        out.println("[workload] [info] sys[" + rank + "] peak memory usage: " + memory(peak[rank])));
    }

    private static void time(PrintStream out, int rank, String what, long value) {
        if (value >= 0) {
            line(out, rank, what, value);
        }
    }

    private static void line(PrintStream out, int rank, String what, long value) {
        out.println("[statistics] [info] sys[" + rank + "], " + what + ": " + value);
    }

    private static void share(PrintStream out, int rank, String what, double value) {
        out.println("[statistics] [info] sys[" + rank + "], " + what + ": " + decimals(value * 100, 3) + '%');
    }

    /** Formats bytes like ASTRA-sim: in units of 1,024, two decimals. */
    public static String memory(long bytes) {
        String[] units = {"B", "KB", "MB", "GB", "TB"};
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        return decimals(value, 2) + ' ' + units[unit];
    }

    /** Formats like C: rounds the exact binary value, where Java rounds its shortest decimal form. */
    static String decimals(double value, int digits) {
        return Double.isFinite(value)
                ? new BigDecimal(value).setScale(digits, RoundingMode.HALF_EVEN).toPlainString()
                : String.format(Locale.ROOT, "%f", value);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.analytic;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.etude.compat.simai.model.SimAiException;
import org.etude.report.AtomicFiles;
import org.etude.report.IoReason;

/** Writes SimAI's {@code EndToEnd.csv}: sums and their shares, then one line per row; times in whole microseconds. */
public final class AnalyticalCsv {
    private static final String SUMS = "File name, Expose DP comm, Expose DP_EP comm, Expose TP comm, Expose_EP_comm,"
            + " Expose_PP_comm, bubble time, total comp, total exposed comm, Total time";
    private static final String ROWS = "layer_name,Analytical_test,fwd compute,wg compute,ig compute,fwd exposed comm,"
            + "wg exposed comm,ig exposed comm,fwd total comm,algbw,busbw,wg total comm,algbw,busbw,ig total comm,algbw,"
            + "busbw";
    private static final double NS_PER_US = 1000;
    private static final int DIGITS = 2;

    private AnalyticalCsv() {}

    /** The text of a result. */
    public static String text(String name, AnalyticalResult result) {
        AnalyticalResult.Sums sums = result.sums();
        StringBuilder out = new StringBuilder(SUMS).append('\n').append(name);
        for (double micros : List.of(
                sums.dp(),
                sums.dpEp(),
                sums.tp(),
                sums.ep(),
                sums.pp(),
                sums.bubble(),
                sums.compute(),
                sums.exposed())) {
            out.append(", ").append(rounded(micros, 0));
            out.append(" (")
                    .append(rounded(share(micros, sums.total()), DIGITS))
                    .append("%)");
        }
        out.append(", ").append(rounded(sums.total(), 0)).append('\n');
        out.append(ROWS).append('\n');
        result.rows().forEach(row -> out.append(line(row)).append('\n'));
        return out.toString();
    }

    private static double share(double part, double all) {
        return all == 0 ? 0 : 100 * part / all;
    }

    private static String line(RowTimes row) {
        StringBuilder out = new StringBuilder(row.name()).append(",Analytical_test");
        List<RowTimes.Pass> passes = List.of(row.forward(), row.weightGrad(), row.inputGrad());
        passes.forEach(pass -> out.append(',').append(micros(pass.computeNs())));
        passes.forEach(pass -> out.append(',').append(micros(pass.exposedNs())));
        for (RowTimes.Pass pass : passes) {
            out.append(',').append(micros(pass.commNs()));
            out.append(',').append(rate(pass.algorithmBandwidth()));
            out.append(',').append(rate(pass.busBandwidth()));
        }
        return out.toString();
    }

    private static String micros(long nanos) {
        return rounded(nanos / NS_PER_US, 0);
    }

    /** Rounds like C: ties go to the even digit. */
    private static String rounded(double value, int digits) {
        return new BigDecimal(value).setScale(digits, RoundingMode.HALF_EVEN).toPlainString();
    }

    private static String rate(float value) {
        if (Float.isNaN(value)) {
            return "-nan";
        }
        return Float.isInfinite(value) ? "inf" : rounded(value, DIGITS);
    }

    /**
     * Writes the text.
     *
     * @throws SimAiException when it cannot be written
     */
    public static void write(String name, AnalyticalResult result, Path file) {
        try {
            AtomicFiles.write(file, out -> out.write(text(name, result).getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new SimAiException(IoReason.notWritten(file, e), IoReason.notWrittenAdvice(e));
        }
    }
}

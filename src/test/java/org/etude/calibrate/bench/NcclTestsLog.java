// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes what nccl-tests prints, by the printf formats of its src/util.cu; times are 10 us and 1 us per KiB. */
public final class NcclTestsLog {
    private final String program;
    private final int ranks;
    private int perProcess;
    private int nodes = 1;
    private boolean named = true;
    private boolean listed = true;
    private boolean spread;
    private boolean inOnly;

    /** The log of a program such as alltoall_perf on this many GPUs of one process. */
    public NcclTestsLog(String program, int ranks) {
        this.program = program;
        this.ranks = ranks;
        perProcess = ranks;
    }

    public NcclTestsLog processes(int gpusEach, int onNodes) {
        perProcess = gpusEach;
        nodes = onNodes;
        return this;
    }

    /** As versions before 2.17 print it: without the name of the collective. */
    public NcclTestsLog unnamed() {
        named = false;
        return this;
    }

    public NcclTestsLog unlisted() {
        listed = false;
        return this;
    }

    /** With -I 1. */
    public NcclTestsLog spread() {
        spread = true;
        return this;
    }

    public NcclTestsLog inPlaceOnly() {
        inOnly = true;
        return this;
    }

    /** Time of a size; in place it is 2 us more. */
    public static double micros(long bytes) {
        return 10 + bytes / 1024.0;
    }

    private static double factor(String program, int n) {
        return program.equals("all_reduce_perf")
                ? 2.0 * (n - 1) / n
                : program.equals("broadcast_perf") ? 1 : (n - 1.0) / n;
    }

    public List<String> lines(long... sizes) {
        List<String> lines = new ArrayList<>();
        if (named) {
            lines.add("# nccl-tests version 2.17.1 nccl-headers=22703 nccl-library=22703");
            lines.add("# Collective test starting: " + program);
        }
        lines.add(
                "# nThread 1 nGpus " + perProcess
                        + " minBytes 8 maxBytes 134217728 step: 2(factor) warmup iters: 1 iters: 25 agg iters: 1 validation: 1 graph: 0");
        lines.add("#");
        lines.add("# Using devices");
        for (int r = 0; listed && r < ranks; r++) {
            lines.add(String.format(
                    Locale.ROOT,
                    "#  Rank %2d Group %2d Pid %6d on %10s device %2d [%04x:%02x:%02x] %s",
                    r,
                    0,
                    900 + r,
                    "node" + r * nodes / ranks,
                    r,
                    0,
                    r,
                    0,
                    "NVIDIA H100 80GB HBM3"));
        }
        lines.add("#");
        lines.add(
                "#                                              out-of-place                       in-place          ");
        String more = spread ? "    i_min    i_max    i_p99    i_cv%" : "";
        lines.add("#       size         count      type   redop    root     time   algbw   busbw  #wrong" + more
                + "     time   algbw   busbw  #wrong" + more);
        lines.add(
                "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)");
        for (long size : sizes) {
            lines.add(String.format(Locale.ROOT, "%12d  %12d  %8s  %6s  %6d", size, size / 4, "float", "sum", -1)
                    + (inOnly ? " ".repeat(32) : side(size, micros(size)))
                    + side(size, micros(size) + 2));
        }
        lines.add("# Out of bounds values : 0 OK");
        lines.add("# Avg bus bandwidth    : 12.5 ");
        lines.add("#");
        return lines;
    }

    private String side(long size, double micros) {
        double algbw = size / micros / 1e3;
        return String.format(
                        Locale.ROOT, "  %7.2f  %6.2f  %6.2f  %6d", micros, algbw, algbw * factor(program, ranks), 0)
                + (spread
                        ? String.format(
                                Locale.ROOT, "  %7.2f  %7.2f  %7.2f  %7.2f", micros - 1, micros + 1, micros + 1, 5.0)
                        : "");
    }

    public String text(long... sizes) {
        return String.join("\n", lines(sizes)) + "\n";
    }
}

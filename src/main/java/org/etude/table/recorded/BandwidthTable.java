// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.List;
import org.etude.analysis.recorded.CollectiveRate;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Bandwidth achieved by collectives, by type and size. */
public final class BandwidthTable {
    private static final double GBPS = 8;

    /** The columns. */
    public static final Schema<CollectiveRate> SCHEMA = Schema.<CollectiveRate>of(
                    "bandwidth", "Collectives or messages of one type, size and number of ranks, all ranks together.")
            .word("type", "all_reduce, ..., send, recv; unknown", CollectiveRate::type)
            .integer("ranks", "ranks of the group; missing when unknown", row -> Missing.ifNegative(row.ranks()))
            .whole(
                    "size_bytes",
                    "the larger of a rank's input and output; missing when unknown",
                    row -> Missing.ifNegative(row.bytes()))
            .text("dtype", "element type as the trace names it; empty when unknown", CollectiveRate::dtype)
            .whole("count", "how many, each rank counted", row -> row.open().count())
            .decimal(
                    "mean_us",
                    "mean time they were open, waiting included",
                    row -> row.open().meanNanos() / 1e3)
            .decimal(
                    "waiting_us",
                    "mean time until the last rank arrived",
                    row -> row.waiting().meanNanos() / 1e3)
            .decimal(
                    "transfer_us",
                    "the difference: mean time in which data moved; missing, with the rates, where only calls on the host were recorded",
                    row -> row.transfers().meanNanos() / 1e3)
            .decimal(
                    "min_transfer_us",
                    "the shortest",
                    row -> row.transfers().count() == 0
                            ? Double.NaN
                            : row.transfers().leastNanos() / 1e3)
            .decimal(
                    "algbw_gbps",
                    "size over transfer time; 8 Gbps are 1 GB/s of nccl-tests",
                    row -> row.algorithmRate() * GBPS)
            .decimal(
                    "busbw_gbps",
                    "what the links of a rank carried at least: algbw times 2 (n - 1) / n for an all-reduce",
                    row -> row.busRate() * GBPS)
            .build();

    private BandwidthTable() {}

    /** One row per type, number of ranks, size and element type. */
    public static Table of(List<CollectiveRate> rows) {
        return SCHEMA.table(rows);
    }
}

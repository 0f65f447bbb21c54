// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.List;
import org.etude.calibrate.bench.BusFactor;
import org.etude.calibrate.inspector.InspectorLog.Profile;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Times of a job's collectives by communicator and size, from its NCCL Inspector. */
public final class CommProfileTable {
    private static final double GBIT_PER_US = 8e-3;

    /** The columns. */
    public static final Schema<Profile> SCHEMA = Schema.<Profile>of(
                    "comm_profile", "One collective of one size of one communicator, all ranks together.")
            .text("comm", "the communicator's hash", p -> p.comm().id())
            .text("comm_name", "what the job calls it", p -> p.comm().name())
            .integer("ranks", "its size", p -> p.comm().ranks())
            .integer("nodes", "nodes that it spans", p -> p.comm().nodes())
            .text("type", "all_reduce, all_gather, ...; sendrecv of messages", Profile::type)
            .whole("size_bytes", "bytes of the larger of a rank's input and output", Profile::bytes)
            .integer("count", "how many there were; for messages the number of records", Profile::count)
            .decimal("p50_us", "median time of a rank in it, waiting for others included", p -> at(p.micros(), 50))
            .decimal("p95_us", "quantile of 95 %", p -> at(p.micros(), 95))
            .decimal("p99_us", "quantile of 99 %", p -> at(p.micros(), 99))
            .decimal("max_us", "the longest", p -> at(p.micros(), 100))
            .decimal(
                    "transfer_us",
                    "median time of the rank that waited least in it: the transfer",
                    p -> at(p.transfer(), 50))
            .decimal(
                    "algbw_gbps",
                    "size_bytes / transfer_us in Gbit/s: 8 times the GB/s of NCCL",
                    CommProfileTable::algbw)
            .decimal(
                    "busbw_gbps",
                    "bus bandwidth in Gbit/s by nccl-tests' factors; missing where there is none",
                    p -> algbw(p) * BusFactor.of(p.type(), p.comm().ranks()))
            .build();

    private CommProfileTable() {}

    /** One row per communicator, collective and size. */
    public static Table of(List<Profile> profiles) {
        return SCHEMA.table(profiles);
    }

    private static double algbw(Profile p) {
        double micros = at(p.transfer(), 50);
        return micros > 0 ? p.bytes() / micros * GBIT_PER_US : Double.NaN;
    }

    /** The percentile: the smallest value that this percentage of the values do not exceed. */
    private static double at(double[] sorted, int percent) {
        int rank = (int) ((sorted.length * (long) percent + 99) / 100);
        return sorted[Math.max(0, rank - 1)];
    }
}

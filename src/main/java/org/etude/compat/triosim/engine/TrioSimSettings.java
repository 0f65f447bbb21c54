// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import java.util.Optional;
import org.etude.compat.triosim.trace.TrioSimException;
import org.etude.compat.triosim.trace.TrioSimException.Reason;
import org.etude.report.Inside;
import org.etude.unit.Bandwidth;

/**
 * What to run.
 *
 * @param parallelism how the step is spread
 * @param gpus number of GPUs
 * @param batch batch sizes
 * @param interconnect what connects the GPUs
 * @param capacityBits each GPU's memory holds 2 to this power bytes, 0 to 63
 * @param mode whose rules, and whether one GPU represents all
 */
public record TrioSimSettings(
        TrioSimParallelism parallelism,
        int gpus,
        @Inside Batch batch,
        @Inside Interconnect interconnect,
        int capacityBits,
        Mode mode) {
    private static final int MOST_BITS = 63;
    private static final int USUAL_BATCH = 128;
    private static final int USUAL_BITS = 40;
    private static final double USUAL_REMOTE = 696;
    private static final double USUAL_RING = 65;
    private static final double GIGA = 1e9;

    /** Whose rules, and how they are followed. */
    public enum Mode {
        /** The original's, to its figures, deadlocks included. */
        COMPAT,
        /** Corrected ones, every GPU and message for itself; for checks and timelines of all GPUs. */
        PLAIN,
        /** Corrected ones, one GPU for all that do the same; same result at the cost of one. */
        REDUCED
    }

    /**
     * Batch sizes in samples.
     *
     * @param recorded that of the trace
     * @param simulated that to simulate
     * @param micro that of a micro-batch, pipeline parallelism only
     */
    @Inside
    public record Batch(int recorded, int simulated, int micro) {
        public double ratio() {
            return (double) recorded / simulated;
        }

        public int microBatches() {
            return simulated / micro;
        }
    }

    /**
     * What connects the GPUs.
     *
     * @param remoteGBps bandwidth between a GPU and the remote memory, 10^9 bytes per second
     * @param ringGBps bandwidth between neighbours as an all-reduce sees it, 10^9 bytes per second
     * @param optical the grid of an optical network, which has bandwidths of its own
     */
    @Inside
    public record Interconnect(double remoteGBps, double ringGBps, Optional<Grid> optical) {}

    /** Rows and columns of GPUs. */
    @Inside
    public record Grid(int rows, int columns) {}

    /**
     * Checks the values.
     *
     * @throws TrioSimException when one has no meaning
     */
    @Inside
    public TrioSimSettings {
        check(gpus > 0, "GPUnumber is " + gpus, "Give at least 1.");
        check(
                batch.recorded > 0 && batch.simulated > 0 && batch.micro > 0,
                "a batch size is not positive: " + batch,
                "Give batch-size, batch-size-sim and micro-batch-size of at least 1.");
        check(
                parallelism != TrioSimParallelism.PIPELINE || batch.microBatches() > 0,
                "the micro-batch of " + batch.micro + " samples is larger than the batch of " + batch.simulated,
                "Give a micro-batch-size of at most batch-size-sim.");
        check(
                finite(interconnect.remoteGBps) && finite(interconnect.ringGBps),
                "a bandwidth is no positive number: " + interconnect.remoteGBps + ", " + interconnect.ringGBps,
                "Give bandwidth and ptp-bandwidth in GB/s.");
        check(
                capacityBits >= 0 && capacityBits <= MOST_BITS,
                "capacity is " + capacityBits,
                "Give the exponent of 2 of the bytes, 0 to 63; 37 is 128 GiB.");
    }

    /** One GPU of a terabyte, replicas, batches of 128, 696 GB/s to the remote memory and 65 to neighbours, electrical. */
    public static TrioSimSettings defaults() {
        return new TrioSimSettings(
                TrioSimParallelism.REPLICAS,
                1,
                new Batch(USUAL_BATCH, USUAL_BATCH, USUAL_BATCH),
                new Interconnect(USUAL_REMOTE, USUAL_RING, Optional.empty()),
                USUAL_BITS,
                Mode.REDUCED);
    }

    /** The same, spread otherwise. */
    public TrioSimSettings parallelism(TrioSimParallelism kind) {
        return new TrioSimSettings(kind, gpus, batch, interconnect, capacityBits, mode);
    }

    /** The same on another number of GPUs. */
    public TrioSimSettings gpus(int number) {
        return new TrioSimSettings(parallelism, number, batch, interconnect, capacityBits, mode);
    }

    /** The same of other batch sizes, in samples; the micro-batch counts in pipelines. */
    public TrioSimSettings batch(int recorded, int simulated, int micro) {
        return new TrioSimSettings(
                parallelism, gpus, new Batch(recorded, simulated, micro), interconnect, capacityBits, mode);
    }

    /** The same with other bandwidths: to the remote memory, and between neighbours as an all-reduce sees it. */
    public TrioSimSettings bandwidth(Bandwidth remote, Bandwidth ring) {
        return interconnect(
                new Interconnect(remote.bytesPerSecond() / GIGA, ring.bytesPerSecond() / GIGA, interconnect.optical));
    }

    /** The same on an optical grid of GPUs. */
    public TrioSimSettings optical(int rows, int columns) {
        return interconnect(
                new Interconnect(interconnect.remoteGBps, interconnect.ringGBps, Optional.of(new Grid(rows, columns))));
    }

    /** The same with 2 to this power bytes of memory. */
    public TrioSimSettings capacity(int bits) {
        return new TrioSimSettings(parallelism, gpus, batch, interconnect, bits, mode);
    }

    /** The same by these rules. */
    public TrioSimSettings rules(Mode whose) {
        return new TrioSimSettings(parallelism, gpus, batch, interconnect, capacityBits, whose);
    }

    private TrioSimSettings interconnect(Interconnect links) {
        return new TrioSimSettings(parallelism, gpus, batch, links, capacityBits, mode);
    }

    private static boolean finite(double bandwidth) {
        return bandwidth > 0 && bandwidth < Double.POSITIVE_INFINITY;
    }

    private static void check(boolean good, String what, String advice) {
        if (!good) {
            throw new TrioSimException(Reason.SETTING, what, advice);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import java.util.Optional;
import org.etude.compat.triosim.trace.TrioSimException;
import org.etude.compat.triosim.trace.TrioSimException.Reason;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.unit.Bandwidth;

/**
 * Settings of a run.
 *
 * @param parallelism how the step is distributed
 * @param gpus number of GPUs
 * @param batch batch sizes
 * @param interconnect the interconnect of the GPUs
 * @param capacityBits log2 of each GPU's memory in bytes, 0 to 63
 * @param mode the rules, and whether one GPU represents all
 */
public record TrioSimSettings(
        @Internal TrioSimParallelism parallelism,
        int gpus,
        @Internal Batch batch,
        @Internal Interconnect interconnect,
        int capacityBits,
        @Internal Mode mode) {
    private static final int MOST_BITS = 63;
    private static final int USUAL_BATCH = 128;
    private static final int USUAL_BITS = 40;
    private static final double USUAL_REMOTE = 696;
    private static final double USUAL_RING = 65;
    private static final double GIGA = 1e9;

    /** The rules and how they are simulated. */
    @Internal
    public enum Mode {
        /** The original's rules, reproducing its results and deadlocks. */
        COMPAT,
        /** The corrected rules with every GPU and message; for checks and timelines of all GPUs. */
        PLAIN,
        /** The corrected rules with one GPU for all that do the same; same result at the cost of one. */
        REDUCED
    }

    /**
     * Batch sizes in samples.
     *
     * @param recorded batch size of the trace
     * @param simulated batch size to simulate
     * @param micro micro-batch size, for pipeline parallelism only
     */
    @Internal
    public record Batch(int recorded, int simulated, int micro) {
        public double ratio() {
            return (double) recorded / simulated;
        }

        public int microBatches() {
            return simulated / micro;
        }
    }

    /**
     * The interconnect of the GPUs.
     *
     * @param remoteGBps bandwidth between a GPU and the remote memory, 10^9 bytes per second
     * @param ringGBps bandwidth between neighbours as seen by an all-reduce, 10^9 bytes per second
     * @param optical the grid of an optical network, which has its own bandwidths
     */
    @Internal
    public record Interconnect(double remoteGBps, double ringGBps, Optional<Grid> optical) {}

    /** Rows and columns of GPUs. */
    @Internal
    public record Grid(int rows, int columns) {}

    /**
     * Validates the values.
     *
     * @throws TrioSimException when one is invalid
     */
    @Internal
    public TrioSimSettings {
        check(gpus > 0, "GPUnumber is " + gpus, "Give at least 1.");
        check(
                batch.recorded > 0 && batch.simulated > 0 && batch.micro > 0,
                "a batch size is not positive: " + batch.recorded + " (recorded), " + batch.simulated + " (simulated), "
                        + batch.micro + " (micro)",
                "Give batch-size, batch-size-sim and micro-batch-size of at least 1.");
        check(
                parallelism != TrioSimParallelism.PIPELINE || batch.microBatches() > 0,
                "the micro-batch of " + batch.micro + " samples is larger than the batch of " + batch.simulated,
                "Give a micro-batch-size of at most batch-size-sim.");
        check(
                finite(interconnect.remoteGBps) && finite(interconnect.ringGBps),
                "a bandwidth is not a positive number: " + interconnect.remoteGBps + ", " + interconnect.ringGBps,
                "Give bandwidth and ptp-bandwidth in GB/s.");
        check(
                capacityBits >= 0 && capacityBits <= MOST_BITS,
                "capacity is " + capacityBits,
                "Give the exponent of 2 of the bytes, 0 to 63; 37 is 128 GiB.");
    }

    /**
     * One GPU with a terabyte, replicas, batches of 128, 696 GB/s to the remote memory and 65 to neighbours,
     * electrical.
     */
    public static TrioSimSettings defaults() {
        return new TrioSimSettings(
                TrioSimParallelism.REPLICAS,
                1,
                new Batch(USUAL_BATCH, USUAL_BATCH, USUAL_BATCH),
                new Interconnect(USUAL_REMOTE, USUAL_RING, Optional.empty()),
                USUAL_BITS,
                Mode.REDUCED);
    }

    /** These settings with replicas: all GPUs do the same and exchange nothing. */
    public TrioSimSettings replicas() {
        return parallelism(TrioSimParallelism.REPLICAS);
    }

    /** These settings with one all-reduce of all gradients after the step. */
    public TrioSimSettings dataParallel() {
        return parallelism(TrioSimParallelism.DATA);
    }

    /** These settings with all-reduces of gradients during the backward pass. */
    public TrioSimSettings distributedDataParallel() {
        return parallelism(TrioSimParallelism.DISTRIBUTED_DATA);
    }

    /** These settings with divided operators and an all-reduce after each. */
    public TrioSimSettings tensorParallel() {
        return parallelism(TrioSimParallelism.TENSOR);
    }

    /** These settings with operators in stages, and micro-batches one after another. */
    public TrioSimSettings pipelineParallel() {
        return parallelism(TrioSimParallelism.PIPELINE);
    }

    /** These settings with another parallelism. */
    @Internal
    public TrioSimSettings parallelism(TrioSimParallelism kind) {
        return new TrioSimSettings(kind, gpus, batch, interconnect, capacityBits, mode);
    }

    /** These settings with another number of GPUs. */
    public TrioSimSettings gpus(int number) {
        return new TrioSimSettings(parallelism, number, batch, interconnect, capacityBits, mode);
    }

    /** These settings with other batch sizes, in samples; the micro-batch applies to pipelines. */
    public TrioSimSettings batch(int recorded, int simulated, int micro) {
        return new TrioSimSettings(
                parallelism, gpus, new Batch(recorded, simulated, micro), interconnect, capacityBits, mode);
    }

    /** These settings with other bandwidths: to the remote memory, and between neighbours as seen by an all-reduce. */
    public TrioSimSettings bandwidth(Bandwidth remote, Bandwidth ring) {
        return interconnect(new Interconnect(
                Given.value(remote, "the rate to the host").bytesPerSecond() / GIGA,
                Given.value(ring, "the rate of the ring").bytesPerSecond() / GIGA,
                interconnect.optical));
    }

    /** These settings on an optical grid of GPUs. */
    public TrioSimSettings optical(int rows, int columns) {
        check(
                rows > 0 && columns > 0,
                "an optical grid of " + rows + " x " + columns + " GPUs",
                "Give 1 or more each.");
        return interconnect(
                new Interconnect(interconnect.remoteGBps, interconnect.ringGBps, Optional.of(new Grid(rows, columns))));
    }

    /** These settings with 2 to this power bytes of memory. */
    public TrioSimSettings capacity(int bits) {
        return new TrioSimSettings(parallelism, gpus, batch, interconnect, bits, mode);
    }

    /** These settings under the original's rules, reproducing its results and deadlocks. */
    public TrioSimSettings compat() {
        return rules(Mode.COMPAT);
    }

    /** These settings with every GPU simulated, rather than one for all that do the same: slower, with timelines of all. */
    public TrioSimSettings everyGpu() {
        return rules(Mode.PLAIN);
    }

    /** These settings with other rules. */
    @Internal
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

// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import java.util.function.Consumer;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.unit.Time;

/**
 * How to convert.
 *
 * @param kernelTime the source of compute-node durations
 * @param averageKernel the duration of every compute node under {@link KernelTime#AVERAGE}, else null
 * @param hostGaps keep the host's operators and the gaps between them as nodes
 * @param onlyCommunication emit communication nodes only, in sequence
 * @param prefix file name before {@code .RANK.et}, or "auto" for the most frequent collective
 * @param modelTag suffix of the prefix, "" for none
 * @param clockMhz GPU clock that converts durations to the attribute compute_cycles; 0 for none
 * @param smallestGap host gaps shorter than this are attributed to the preceding operator
 * @param together whether all ranks start at the same time, regardless of when their recordings began
 * @param profilerCost how much longer recording made each piece of host time; taken off, down to 0
 */
public record ConvertOptions(
        @Internal KernelTime kernelTime,
        Time averageKernel,
        boolean hostGaps,
        boolean onlyCommunication,
        String prefix,
        String modelTag,
        double clockMhz,
        Time smallestGap,
        boolean together,
        Time profilerCost) {

    /** The prefix that denotes the most frequent collective. */
    @Internal
    public static final String AUTO = "auto";

    /** The source of compute-node durations. */
    @Internal
    public enum KernelTime {
        /** Each node takes the duration of its own kernel. */
        MEASURED,
        /**
         * Every node takes the mean of the rank's compute kernels of at least 2 us (or of all kernels if there are
         * none).
         */
        MEAN,
        /** Every node takes a given time, which includes system overhead. */
        AVERAGE
    }

    /** Rejects invalid values. */
    @Internal
    public ConvertOptions {
        Given.value(prefix, "the prefix");
        Given.value(modelTag, "the tag of the model");
        if (!(clockMhz >= 0) || Double.isInfinite(clockMhz)) {
            throw new IllegalArgumentException("clock must be a number of MHz, not negative: " + clockMhz);
        }
        if (kernelTime == KernelTime.AVERAGE && (averageKernel == null || averageKernel.picoseconds() <= 0)) {
            throw new IllegalArgumentException("an average kernel time must be above 0: " + averageKernel);
        }
        if ((prefix + modelTag).matches(".*[/\\\\\\x00].*") || prefix.isEmpty()) {
            throw new IllegalArgumentException("cannot start a file name: '" + prefix + "." + modelTag + "'");
        }
    }

    /** Measured kernel times, host gaps kept, prefix by the dominant collective. */
    public static ConvertOptions defaults() {
        return new ConvertOptions(KernelTime.MEASURED, null, true, false, AUTO, "", 0, Time.us(5), false, Time.ns(0));
    }

    /** Measured kernel times without the host: GPU work waits for GPU work only. */
    public ConvertOptions withoutHost() {
        return with(draft -> draft.hostGaps = false);
    }

    /** Every compute node takes this long. The host is left out, because this time includes it. */
    public ConvertOptions averageKernel(Time time) {
        return kernels(KernelTime.AVERAGE, Given.value(time, "the time of a kernel"));
    }

    /** Every compute node takes the mean of the rank's kernels; the host is left out. */
    public ConvertOptions meanKernel() {
        return kernels(KernelTime.MEAN, null);
    }

    private ConvertOptions kernels(KernelTime source, Time average) {
        return with(draft -> {
            draft.kernelTime = source;
            draft.averageKernel = average;
            draft.hostGaps = false;
        });
    }

    /** Communication nodes only, in sequence. */
    public ConvertOptions communicationOnly() {
        return with(draft -> {
            draft.hostGaps = false;
            draft.onlyCommunication = true;
        });
    }

    /** The same with another prefix. */
    public ConvertOptions prefix(String name) {
        return with(draft -> draft.prefix = name);
    }

    /** The same with a model tag after the prefix. */
    public ConvertOptions modelTag(String tag) {
        return with(draft -> draft.modelTag = tag);
    }

    /** Also states durations of compute nodes in cycles of a clock of this many MHz. */
    public ConvertOptions clock(double mhz) {
        if (!(mhz > 0)) {
            throw new IllegalArgumentException("clock must be a number of MHz above 0: " + mhz);
        }
        return with(draft -> draft.clockMhz = mhz);
    }

    /** Host gaps of at least this length become separate nodes. */
    public ConvertOptions smallestGap(Time time) {
        return with(draft -> draft.smallestGap = Given.value(time, "the smallest gap"));
    }

    /** All ranks start at the same time; measured differences between their starts are dropped. */
    public ConvertOptions aligned() {
        return with(draft -> draft.together = true);
    }

    /**
     * Takes the profiler's own time off the host: each piece of host time between two recorded events becomes shorter by this much,
     * down to 0. Kernels and transfers keep their times.
     */
    public ConvertOptions profilerCost(Time each) {
        return with(draft -> draft.profilerCost = Given.value(each, "the cost of the profiler"));
    }

    private ConvertOptions with(Consumer<Builder> change) {
        Builder draft = new Builder(this);
        change.accept(draft);
        return draft.finish();
    }

    /** The one place that copies every component. */
    private static final class Builder {
        private KernelTime kernelTime;
        private Time averageKernel;
        private boolean hostGaps;
        private boolean onlyCommunication;
        private String prefix;
        private String modelTag;
        private double clockMhz;
        private Time smallestGap;
        private boolean together;
        private Time profilerCost;

        private Builder(ConvertOptions of) {
            kernelTime = of.kernelTime;
            averageKernel = of.averageKernel;
            hostGaps = of.hostGaps;
            onlyCommunication = of.onlyCommunication;
            prefix = of.prefix;
            modelTag = of.modelTag;
            clockMhz = of.clockMhz;
            smallestGap = of.smallestGap;
            together = of.together;
            profilerCost = of.profilerCost;
        }

        private ConvertOptions finish() {
            return new ConvertOptions(
                    kernelTime,
                    averageKernel,
                    hostGaps,
                    onlyCommunication,
                    prefix,
                    modelTag,
                    clockMhz,
                    smallestGap,
                    together,
                    profilerCost);
        }
    }
}

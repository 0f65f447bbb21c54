// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import java.util.Objects;
import org.etude.report.Inside;
import org.etude.unit.Time;

/**
 * How to convert.
 *
 * @param kernelTime where the durations of compute nodes come from
 * @param averageKernel the duration of every compute node under {@link KernelTime#AVERAGE}, else null
 * @param hostGaps keep the host's operators and the gaps between them as nodes
 * @param onlyCommunication emit communication nodes only, one after the other
 * @param prefix file name before {@code .RANK.et}, or "auto" for the most frequent collective
 * @param modelTag what is put behind the prefix, "" for nothing
 * @param clockMhz GPU clock with which durations become the attribute compute_cycles; 0 for none
 * @param smallestGap a host gap shorter than this counts to the operator before it
 * @param together whether all ranks start together, however far apart their recordings began
 */
public record ConvertOptions(
        @Inside KernelTime kernelTime,
        Time averageKernel,
        boolean hostGaps,
        boolean onlyCommunication,
        String prefix,
        String modelTag,
        double clockMhz,
        Time smallestGap,
        boolean together) {

    /** The prefix that denotes the most frequent collective. */
    public static final String AUTO = "auto";

    /** Where the durations of compute nodes come from. */
    @Inside
    public enum KernelTime {
        /** Each node's own kernel. */
        MEASURED,
        /** The mean of the rank's compute kernels of at least 2 us (of all when none is), the same for every node. */
        MEAN,
        /** A given time, the same for every node, that holds the system's overhead too. */
        AVERAGE
    }

    /** Refuses senseless values. */
    @Inside
    public ConvertOptions {
        Objects.requireNonNull(prefix, "prefix");
        Objects.requireNonNull(modelTag, "modelTag");
        if (!(clockMhz >= 0) || Double.isInfinite(clockMhz)) {
            throw new IllegalArgumentException("clock must be a number of MHz, not negative: " + clockMhz);
        }
        if (kernelTime == KernelTime.AVERAGE && (averageKernel == null || averageKernel.picoseconds() <= 0)) {
            throw new IllegalArgumentException("an average kernel time must be above 0: " + averageKernel);
        }
        if ((prefix + modelTag).matches(".*[/\\\\\\x00].*") || prefix.isEmpty()) {
            throw new IllegalArgumentException("not the beginning of a file name: '" + prefix + "." + modelTag + "'");
        }
    }

    /** Measured kernel times, host gaps kept, prefix by the dominant collective. */
    public static ConvertOptions defaults() {
        return new ConvertOptions(KernelTime.MEASURED, null, true, false, AUTO, "", 0, Time.us(5), false);
    }

    /** Measured kernel times without the host: GPU work waits for GPU work only. */
    public ConvertOptions withoutHost() {
        return new ConvertOptions(
                kernelTime, averageKernel, false, onlyCommunication, prefix, modelTag, clockMhz, smallestGap, together);
    }

    /** Every compute node takes this long; the host, whose time it holds, is left out. */
    public ConvertOptions averageKernel(Time time) {
        return new ConvertOptions(
                KernelTime.AVERAGE, time, false, onlyCommunication, prefix, modelTag, clockMhz, smallestGap, together);
    }

    /** Every compute node takes the mean of the rank's kernels; the host is left out. */
    public ConvertOptions meanKernel() {
        return new ConvertOptions(
                KernelTime.MEAN, null, false, onlyCommunication, prefix, modelTag, clockMhz, smallestGap, together);
    }

    /** Communication nodes only, one after the other. */
    public ConvertOptions communicationOnly() {
        return new ConvertOptions(
                kernelTime, averageKernel, false, true, prefix, modelTag, clockMhz, smallestGap, together);
    }

    /** Another prefix. */
    public ConvertOptions prefix(String name) {
        return new ConvertOptions(
                kernelTime,
                averageKernel,
                hostGaps,
                onlyCommunication,
                name,
                modelTag,
                clockMhz,
                smallestGap,
                together);
    }

    /** A model tag behind the prefix. */
    public ConvertOptions modelTag(String tag) {
        return new ConvertOptions(
                kernelTime, averageKernel, hostGaps, onlyCommunication, prefix, tag, clockMhz, smallestGap, together);
    }

    /** Durations of compute nodes also as cycles of a clock of this many MHz. */
    public ConvertOptions clock(double mhz) {
        return new ConvertOptions(
                kernelTime, averageKernel, hostGaps, onlyCommunication, prefix, modelTag, mhz, smallestGap, together);
    }

    /** Host gaps from this length on become nodes of their own. */
    public ConvertOptions smallestGap(Time time) {
        return new ConvertOptions(
                kernelTime, averageKernel, hostGaps, onlyCommunication, prefix, modelTag, clockMhz, time, together);
    }

    /** All ranks start together: what was measured of how far apart they began is dropped. */
    public ConvertOptions aligned() {
        return new ConvertOptions(
                kernelTime, averageKernel, hostGaps, onlyCommunication, prefix, modelTag, clockMhz, smallestGap, true);
    }
}

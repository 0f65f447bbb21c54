// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.cluster;

import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.topology.graph.TopologyException;
import org.etude.topology.shape.TopologySpec;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;

/**
 * A cluster specification: a family, its size, and deviations from the family's defaults. Immutable; each method
 * returns a new value. {@link #topology()} validates it.
 */
public final class ClusterChoice {
    private final ClusterFamily family;
    private final int count;
    private final Map<ClusterOption, String> given;
    private final Set<ClusterFlag> flags;

    private ClusterChoice(ClusterFamily family, int count, Map<ClusterOption, String> given, Set<ClusterFlag> flags) {
        this.family = family;
        this.count = count;
        this.given = Map.copyOf(given);
        this.flags = Set.copyOf(flags);
    }

    /** A family with {@code count} GPUs; for {@link ClusterFamily#NVL72}, {@code count} racks. */
    @Internal
    public static ClusterChoice of(ClusterFamily family, int count) {
        return new ClusterChoice(family, count, Map.of(), Set.of());
    }

    /** This cluster with other GPUs per server (per rack of NVL72). */
    public ClusterChoice gpusPerServer(int gpus) {
        return with(ClusterOption.GPUS_PER_SERVER, gpus);
    }

    /**
     * This cluster with this many NVSwitches per server, each linked to all GPUs; 0 for none. A flow passes only one of
     * them, so one switch with the GPU's full rate represents several over which messages are striped.
     */
    public ClusterChoice nvSwitches(int perServer) {
        return with(ClusterOption.NV_SWITCHES_PER_SERVER, perServer);
    }

    /** This cluster with this many rails; GPUs of a server whose indices are equal modulo this number share a rail. */
    public ClusterChoice rails(int rails) {
        return with(ClusterOption.RAILS, rails);
    }

    /** This cluster with this many NICs per top-of-rack switch, which determines the size of a segment. */
    public ClusterChoice nicsPerSwitch(int nics) {
        return with(ClusterOption.NICS_PER_ASW, nics);
    }

    /** This cluster with this many spine switches. */
    public ClusterChoice spines(int switches) {
        return with(ClusterOption.PSW_SWITCHES, switches);
    }

    /** This cluster with this many top-of-rack switches per spine, which limits the number of segments. */
    public ClusterChoice switchesPerSpine(int switches) {
        return with(ClusterOption.ASW_PER_PSW, switches);
    }

    /** This cluster with a GPU type, which SimAI's files and flow models name. */
    public ClusterChoice gpuType(String type) {
        return with(ClusterOption.GPU_TYPE, Given.value(type, "the type of GPU"));
    }

    /** This cluster with another rate between a GPU and each of its NVSwitches. */
    public ClusterChoice nvlink(Bandwidth rate) {
        return with(ClusterOption.NVLINK_BANDWIDTH, text(rate));
    }

    /** This cluster with another latency between a GPU and its NVSwitches. */
    public ClusterChoice nvlinkLatency(Time delay) {
        return with(ClusterOption.NVLINK_LATENCY, text(delay));
    }

    /** This cluster with another rate per NIC port. */
    public ClusterChoice nic(Bandwidth rate) {
        return with(ClusterOption.BANDWIDTH, text(rate));
    }

    /** This cluster with another rate between top-of-rack and spine switches. */
    public ClusterChoice spine(Bandwidth rate) {
        return with(ClusterOption.ASW_PSW_BANDWIDTH, text(rate));
    }

    /** This cluster with another latency of all links but NVLink. */
    public ClusterChoice latency(Time delay) {
        return with(ClusterOption.LATENCY, text(delay));
    }

    /** This cluster with separate switches for GPUs of the same index in their servers; for custom clusters. */
    public ClusterChoice railOptimised() {
        return with(ClusterFlag.RAILS);
    }

    /** This cluster with two top-of-rack switches per GPU; for DCN+ and custom clusters. */
    public ClusterChoice dualToR() {
        return with(ClusterFlag.DUAL_TOR);
    }

    /** This cluster with two sets of spines; for AlibabaHPN and custom clusters. */
    public ClusterChoice dualPlane() {
        return with(ClusterFlag.DUAL_PLANE);
    }

    /** This cluster in a pod enlarged as needed. */
    public ClusterChoice extended() {
        return with(ClusterFlag.EXTENDED);
    }

    private ClusterChoice with(ClusterFlag flag) {
        Set<ClusterFlag> more = EnumSet.of(flag);
        more.addAll(flags);
        return new ClusterChoice(family, count, given, more);
    }

    private ClusterChoice with(ClusterOption option, int value) {
        return with(option, Integer.toString(value));
    }

    /** This cluster with an option in SimAI's form. */
    @Internal
    public ClusterChoice with(ClusterOption option, String value) {
        Map<ClusterOption, String> more = new EnumMap<>(ClusterOption.class);
        more.putAll(given);
        more.put(option, value);
        return new ClusterChoice(family, count, more, flags);
    }

    /** This cluster with a flag of the text form; null for an unknown flag. */
    ClusterChoice flagged(String word) {
        ClusterFlag flag = ClusterFlag.of(word);
        return flag == null ? null : with(flag);
    }

    private static String text(Bandwidth rate) {
        return BigDecimal.valueOf(Given.value(rate, "the bandwidth").toGbps())
                        .stripTrailingZeros()
                        .toPlainString() + "Gbps";
    }

    private static String text(Time delay) {
        return new BigDecimal(Given.value(delay, "the latency").picoseconds())
                        .movePointLeft(9)
                        .stripTrailingZeros()
                        .toPlainString()
                + "ms";
    }

    /**
     * The derived plan.
     *
     * @throws TopologyException when a number makes no sense, GPUs do not fit, or parts would have no path to others
     */
    @Internal
    public ClusterPlan plan() {
        ClusterSpec spec = spec();
        int gpus = spec.number(ClusterOption.GPUS);
        int perServer = spec.number(ClusterOption.GPUS_PER_SERVER);
        require(
                gpus % perServer == 0,
                gpus + " GPUs are not a multiple of " + perServer + " per server",
                "Use " + ((long) gpus / perServer + 1) * perServer + " GPUs or another gps.");
        require(
                !spec.wiring().rails() || spec.rails() <= perServer && perServer % spec.rails() == 0,
                spec.rails() + " rails for servers of " + perServer + " GPUs",
                "Give a divisor of the GPUs of a server, at most " + perServer + ".");
        ClusterPlan plan = ClusterPlan.of(spec);
        plan = flags.contains(ClusterFlag.EXTENDED) ? plan.extended() : plan;
        plan.tooLarge().ifPresent(refusal -> {
            throw new TopologyException(
                    this + ": " + refusal.getMessage().lines().findFirst().orElse(""),
                    "Use fewer GPUs or rails, a larger app (switchesPerSpine), or let the pod grow with extend"
                            + " (extended()).");
        });
        int sets = spec.wiring().planes();
        require(
                plan.psws() >= sets || plan.asws() <= 1,
                plan.psws() + " spine switches for " + plan.asws() + " top-of-rack switches"
                        + (sets > 1 ? " in two planes" : ""),
                "Give psn (spines) at least " + sets + "; without one GPUs have no path to each other.");
        return plan;
    }

    private void require(boolean holds, String what, String advice) {
        if (!holds) {
            throw new TopologyException(this + ": " + what, advice);
        }
    }

    private ClusterSpec spec() {
        Map<ClusterOption, String> all = new EnumMap<>(ClusterOption.class);
        all.putAll(given);
        for (ClusterFlag flag : flags) {
            require(
                    family.takes(flag),
                    family.word() + " has a fixed wiring, without " + flag.word(),
                    "Leave " + flag.word() + " out, or use cluster:" + count + " with ro, dt and dp.");
        }
        all.put(ClusterOption.GPUS, Integer.toString(count));
        ClusterSpec one = ClusterSpec.of(
                family.template(),
                flags.contains(ClusterFlag.RAILS),
                flags.contains(ClusterFlag.DUAL_TOR),
                flags.contains(ClusterFlag.DUAL_PLANE),
                all);
        if (family != ClusterFamily.NVL72) {
            return one;
        }
        long gpus = (long) count * one.number(ClusterOption.GPUS_PER_SERVER);
        require(gpus <= Integer.MAX_VALUE, gpus + " GPUs", "Use fewer racks.");
        return one.with(ClusterOption.GPUS, Long.toString(gpus));
    }

    /**
     * The network.
     *
     * @throws TopologyException as {@link #plan()}
     */
    @Internal
    public TopologySpec topology() {
        return SimAiNetwork.of(ClusterGraph.of(plan()), toString());
    }

    /** The text form, which {@link ClusterText} reads; rates and delays are not part of it. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(family.word() + ":" + count);
        for (ClusterOption option : ClusterText.SHAPE) {
            if (given.containsKey(option)) {
                text.append(':').append(ClusterText.key(option)).append('=').append(given.get(option));
            }
        }
        for (ClusterFlag flag : ClusterFlag.values()) {
            text.append(flags.contains(flag) ? ":" + flag.word() : "");
        }
        return text.toString();
    }
}

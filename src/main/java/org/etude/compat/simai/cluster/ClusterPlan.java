// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.topology.graph.TopologyException;

/**
 * The derived structure of a cluster: number of segments and switches, ids and links. GPUs {@code 0..G-1} come first,
 * then NVSwitches, top-of-rack switches (first set before second set) and spines (likewise).
 */
public final class ClusterPlan {
    private final ClusterSpec spec;
    private final ClusterWiring wiring;
    private final int gpus;
    private final int perServer;
    private final int perSegment;
    private final int segments;
    private final int segmentAsws;
    private final int asws;
    private final int psws;
    private final int nvSwitches;

    /** Receives links. */
    @FunctionalInterface
    interface LinkSink {
        void link(int from, int to, String bandwidth, String latency);
    }

    private ClusterPlan(ClusterSpec spec) {
        this.spec = spec;
        wiring = spec.wiring();
        gpus = spec.number(ClusterOption.GPUS);
        perServer = spec.number(ClusterOption.GPUS_PER_SERVER);
        int rails = wiring.rails() ? spec.rails() : 1;
        perSegment = Math.multiplyExact(spec.number(ClusterOption.NICS_PER_ASW), rails);
        segments = gpus / perSegment + (gpus % perSegment == 0 ? 0 : 1);
        segmentAsws = rails * wiring.tors();
        asws = Math.multiplyExact(segments, segmentAsws);
        psws = spec.number(ClusterOption.PSW_SWITCHES);
        nvSwitches = Math.multiplyExact(gpus / perServer, spec.number(ClusterOption.NV_SWITCHES_PER_SERVER));
    }

    /**
     * Derives the plan of a cluster. It may still be too large for its pod ({@link #tooLarge()}).
     *
     * @throws TopologyException when its numbers exceed what a file can hold
     */
    public static ClusterPlan of(ClusterSpec spec) {
        try {
            ClusterPlan plan = new ClusterPlan(spec);
            plan.nodes();
            return plan;
        } catch (ArithmeticException e) {
            throw new TopologyException(
                    spec.fileName() + " has more than two billion nodes", "Use fewer GPUs, NICs or NVSwitches.");
        }
    }

    /** Why the GPUs do not fit the pod, if they do not: a spine has a limited number of top-of-rack switches. */
    public Optional<TopologyException> tooLarge() {
        int taken = wiring == ClusterWiring.PLAIN_DUAL_TOR ? segmentAsws : segmentAsws / wiring.tors();
        int limit = spec.number(ClusterOption.ASW_PER_PSW) / taken;
        if (segments <= limit) {
            return Optional.empty();
        }
        return Optional.of(new TopologyException(
                gpus + " GPUs need " + segments + " segments of " + perSegment + ", but a pod whose spines take "
                        + spec.number(ClusterOption.ASW_PER_PSW) + " top-of-rack switches holds " + limit,
                "Use at most " + (long) limit * perSegment + " GPUs, raise -app, or enlarge the pod with --extend."));
    }

    /** This cluster in a pod that is large enough. */
    public ClusterPlan extended() {
        if (tooLarge().isEmpty()) {
            return this;
        }
        return of(spec.with(ClusterOption.ASW_PER_PSW, Integer.toString(asws)));
    }

    /** Changes and oddities: the number of top-of-rack switches is derived from the GPUs. */
    public Report report() {
        List<Finding> findings = new ArrayList<>();
        if (spec.number(ClusterOption.ASW_SWITCHES) != asws) {
            findings.add(new Finding(
                    Finding.Level.WARNING,
                    "topology",
                    -1,
                    spec.fileName(),
                    spec.number(ClusterOption.ASW_SWITCHES) + " top-of-rack switches replaced by " + asws,
                    gpus + " GPUs fill " + segments + " segments of " + segmentAsws + " switches",
                    "the requested number is not used"));
        }
        return Report.of(findings);
    }

    /** The specification of the plan. */
    public ClusterSpec spec() {
        return spec;
    }

    /** The number of segments: groups of GPUs that share top-of-rack switches. */
    public int segments() {
        return segments;
    }

    /** The number of top-of-rack switches. */
    public int asws() {
        return asws;
    }

    /** The number of spine switches. */
    public int psws() {
        return psws;
    }

    /** The number of NVSwitches. */
    public int nvSwitches() {
        return nvSwitches;
    }

    /** The total number of nodes. */
    public int nodes() {
        return Math.addExact(Math.addExact(gpus, nvSwitches), Math.addExact(asws, psws));
    }

    /**
     * The number of links as counted on the file's first line; servers count as a fraction, and two planes of an odd
     * number of spines count half each, although one has a spine more.
     */
    public long statedLinks() {
        double servers = (double) gpus / perServer;
        double spines = (double) psws / wiring.planes();
        double nics = (double) perServer * (wiring.rails() || wiring.tors() > 1 ? wiring.tors() : 1);
        double nvLinks = servers * spec.number(ClusterOption.NV_SWITCHES_PER_SERVER) * perServer;
        return (long) (spines * asws + servers * nics + nvLinks);
    }

    /**
     * Passes all links to the sink, in the order of the file.
     *
     * @throws TopologyException when the last server is not full
     */
    void links(LinkSink sink) {
        String nvRate = spec.text(ClusterOption.NVLINK_BANDWIDTH);
        String nvDelay = spec.text(ClusterOption.NVLINK_LATENCY);
        String rate = spec.text(ClusterOption.BANDWIDTH);
        String delay = spec.text(ClusterOption.LATENCY);
        int perServerSwitches = spec.number(ClusterOption.NV_SWITCHES_PER_SERVER);
        int firstAsw = gpus + nvSwitches;
        int half = asws / wiring.tors();
        if (gpus % perServer != 0 && perServerSwitches > 0) {
            throw new TopologyException(
                    gpus + " GPUs are not a multiple of " + perServer + " per server: the last server is not full",
                    "Use " + ((long) gpus / perServer + 1) * perServer + " GPUs or another -gps.");
        }
        for (int gpu = 0; gpu < gpus; gpu++) {
            for (int j = 0; j < perServerSwitches; j++) {
                sink.link(gpu, gpus + gpu / perServer * perServerSwitches + j, nvRate, nvDelay);
            }
            for (int tor = 0; tor < wiring.tors(); tor++) {
                sink.link(gpu, firstAsw + tor * half + aswOf(gpu), rate, delay);
            }
        }
        spines(sink, firstAsw, half);
    }

    private void spines(LinkSink sink, int firstAsw, int half) {
        String rate = spec.text(ClusterOption.ASW_PSW_BANDWIDTH);
        String delay = spec.text(ClusterOption.LATENCY);
        int firstPsw = firstAsw + asws;
        for (int asw = 0; asw < asws; asw++) {
            Progress.checkInterrupted();
            boolean second = wiring.planes() > 1 && asw >= half;
            int from = second ? (psws + 1) / 2 : 0;
            int to = wiring.planes() > 1 && !second ? (psws + 1) / 2 : psws;
            for (int psw = from; psw < to; psw++) {
                sink.link(firstAsw + asw, firstPsw + psw, rate, delay);
            }
        }
    }

    /** The top-of-rack switch of a GPU within its set. */
    private int aswOf(int gpu) {
        int segment = gpu / perSegment;
        return wiring.rails() ? segment * spec.rails() + gpu % perServer % spec.rails() : segment;
    }
}

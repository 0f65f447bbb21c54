// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.scale;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.wire.EtSet;
import org.etude.report.Counted;
import org.etude.report.Progress;
import org.etude.spec.ScaleSettings;
import org.etude.spec.WorkloadException;

/** Scales the execution traces of M ranks to N ranks. */
public final class Scaler {
    private static final int MOST = 1 << 24;

    private final EtSet set;
    private final int to;
    private final ScaleSettings settings;
    private final ScaleLog log = new ScaleLog();

    private Scaler(EtSet set, int to, ScaleSettings settings) {
        this.set = set;
        this.to = to;
        this.settings = settings;
    }

    /**
     * Scales a job. Rank r gets the trace of rank r mod M; groups, sizes, peers and times follow the settings; every
     * assumption is a finding. The same number of ranks without other options returns the same traces. Ranks share
     * graphs or, where group names and peers tell them apart, columns: 16 bytes per differing attribute.
     *
     * @param set the traces, which are not modified
     * @param to the number of ranks, 1 or more
     * @throws WorkloadException when messages or groups do not fit that number, with the reason
     */
    public static Scaled run(EtSet set, int to, ScaleSettings settings, Progress progress) {
        if (to < 1 || set.ranks().isEmpty()) {
            throw new WorkloadException(
                    "cannot scale " + set.ranks().size() + " ranks to " + to, "Give at least one rank.");
        }
        if (to > MOST) {
            throw new WorkloadException(
                    "cannot scale " + Counted.of(set.ranks().size(), "rank") + " to " + to,
                    "Give at most " + MOST + ", the largest network that can be simulated.");
        }
        progress.at("scale", 0, to);
        int from = set.ranks().size();
        if (to == from && settings.isPlain()) {
            return Scaled.of(set, from);
        }
        return Scaled.of(new Scaler(set, to, settings).scale(), from);
    }

    private EtSet scale() {
        int from = set.ranks().size();
        boolean split = settings.tensorParallel() > 0 || settings.gradients() != null;
        EtSet scaled =
                split ? splitModel(settings.tensorParallel() > 0 ? settings.tensorParallel() : from) : grow(set, to, 1);
        if (from != to) {
            log.info(
                    "",
                    "rank r of " + to + " runs the trace of rank r mod " + from,
                    "only that many ranks were recorded",
                    "differences between replicas are not modelled");
        }
        List<EtGraph> ranks = new ComputeChange(settings, log).byRank(scaled.ranks());
        return new EtSet(
                scaled.prefix(),
                from == to ? ranks : complete(ranks),
                scaled.groups(),
                set.report().plus(log.report()));
    }

    /** The graphs of a job restricted to exactly these ranks. */
    private static List<EtGraph> complete(List<EtGraph> ranks) {
        Map<EtGraph, EtGraph> changed = new IdentityHashMap<>();
        return ranks.stream()
                .map(graph -> changed.computeIfAbsent(graph, g -> g.withoutMetadata(EtNames.INCOMPLETE_WORLD)))
                .toList();
    }

    /** Replicates the job; groups of the whole job grow with it. */
    private EtSet grow(EtSet base, int ranks, double computeFactor) {
        int from = base.ranks().size();
        GroupPlan plan = new GroupPlan(base.groups(), from, ranks, true, 0);
        List<EtGraph> sized = new CollectiveChange(settings, plan, log).run(base.ranks());
        List<EtGraph> timed = new ComputeChange(settings, log).byKind(sized, computeFactor);
        EtSet changed = new EtSet(base.prefix(), timed, base.groups(), base.report());
        return ranks == from ? changed : Replication.run(changed, ranks, plan, log);
    }

    /** Tensor-parallel groups of {@code degree} ranks, replicated. */
    private EtSet splitModel(int degree) {
        int from = set.ranks().size();
        if (to % degree != 0 || settings.gradients() != null && to == degree) {
            throw new WorkloadException(
                    to + " ranks are not " + (to == degree ? "two or more" : "a whole number of")
                            + " tensor-parallel groups of " + degree,
                    "Give a multiple of " + degree + ".");
        }
        if (degree != from && SharedGraphs.hasMessages(set.ranks())) {
            throw new WorkloadException(
                    "the trace of " + from + " ranks sends point-to-point messages, so it cannot be spread over a"
                            + " tensor-parallel group of " + degree,
                    "Keep tensorParallel(" + from + "), or scale without it.");
        }
        double factor = (double) from / degree;
        log.info(
                "",
                "model split over " + degree + " instead of " + from + " ranks, " + to / degree + " replicas",
                "the trace is taken as one of tensor parallelism",
                "GPU computation times " + factor + "; activations that are reduced keep their sizes");
        TensorParallel group = new TensorParallel(grow(set, degree, factor), to / degree);
        EtSet one = group.confined(settings.gradients(), settings, log);
        GroupPlan plan = new GroupPlan(one.groups(), degree, to, false, group.lastGroup());
        EtSet replicated = Replication.run(one, to, plan, log);
        return settings.gradients() == null ? replicated : group.withGradientGroups(replicated);
    }
}

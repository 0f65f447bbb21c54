// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.scale;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphEdit;
import org.etude.et.graph.EtNodeType;
import org.etude.report.Progress;
import org.etude.spec.OpClass;
import org.etude.spec.ScaleSettings;
import org.etude.spec.WorkloadException;

/** Changes durations of computation: by kind of operation, for stragglers, by jitter. */
final class ComputeChange {
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final ScaleSettings settings;
    private final ScaleLog log;

    ComputeChange(ScaleSettings settings, ScaleLog log) {
        this.settings = settings;
        this.log = log;
    }

    /** Multiplies durations by kind of operation; {@code all} is a further factor on GPU work. */
    List<EtGraph> byKind(List<EtGraph> graphs, double all) {
        if (settings.compute().isEmpty() && all == 1) {
            return graphs;
        }
        Map<OpClass, Integer> counts = new EnumMap<>(OpClass.class);
        List<EtGraph> changed = SharedGraphs.edit(graphs, graph -> EtGraphEdit.of(graph)
                .durations((node, ns) -> {
                    OpClass kind = NodeClass.of(graph, node);
                    double factor = kind == null ? 1 : settings.compute().getOrDefault(kind, 1.0);
                    factor *= kind == null || kind == OpClass.HOST ? 1 : all;
                    if (factor != 1) {
                        counts.merge(kind, 1, Integer::sum);
                    }
                    return factor == 1 ? ns : Math.round(ns * factor);
                })
                .build());
        if (!settings.compute().isEmpty()) {
            log.info(
                    "",
                    "compute times multiplied by kind: " + settings.compute(),
                    "compute was given; kinds are recognised by names",
                    "nodes changed: " + counts);
        }
        return changed;
    }

    /** Applies stragglers and jitter. */
    List<EtGraph> byRank(List<EtGraph> graphs) {
        Map<Integer, Double> slow = stragglers(graphs.size());
        if (slow.isEmpty() && settings.jitter() == 0) {
            return graphs;
        }
        Map<EtGraph, Map<Double, EtGraph>> shared = new IdentityHashMap<>();
        List<EtGraph> changed = new ArrayList<>(graphs.size());
        for (int rank = 0; rank < graphs.size(); rank++) {
            Progress.checkInterrupted();
            EtGraph graph = graphs.get(rank);
            double factor = slow.getOrDefault(rank, 1.0);
            if (settings.jitter() > 0) {
                changed.add(varied(graph, factor, new Random(settings.seed() * MIX ^ (rank + 1L) * MIX)));
            } else {
                changed.add(shared.computeIfAbsent(graph, g -> new HashMap<>())
                        .computeIfAbsent(factor, f -> varied(graph, f, null)));
            }
        }
        report(slow);
        return changed;
    }

    private void report(Map<Integer, Double> slow) {
        if (!slow.isEmpty()) {
            log.info("", "computation of ranks multiplied: " + slow, "stragglers were given", "host work too");
        }
        if (settings.jitter() > 0) {
            log.info(
                    "",
                    "every computation varies by a standard deviation of " + settings.jitter(),
                    "jitter was given; normal around 1, cut off at 0",
                    "seed " + settings.seed() + "; ranks no longer share their durations");
        }
    }

    private EtGraph varied(EtGraph graph, double factor, Random random) {
        return EtGraphEdit.of(graph)
                .durations((node, ns) -> {
                    if (graph.type(node) != EtNodeType.COMP) {
                        return ns;
                    }
                    double own = random == null ? 1 : Math.max(0, 1 + settings.jitter() * random.nextGaussian());
                    return Math.round(ns * factor * own);
                })
                .build();
    }

    private Map<Integer, Double> stragglers(int ranks) {
        Map<Integer, Double> slow = new TreeMap<>();
        if (settings.chosenStragglers() > ranks) {
            throw new WorkloadException(
                    settings.chosenStragglers() + " stragglers of " + ranks + " ranks", "Choose as many as there are.");
        }
        List<Integer> all = new ArrayList<>(IntStream.range(0, ranks).boxed().toList());
        Collections.shuffle(all, new Random(settings.seed()));
        all.subList(0, settings.chosenStragglers()).forEach(rank -> slow.put(rank, settings.chosenFactor()));
        settings.stragglers().forEach((rank, factor) -> {
            if (rank >= ranks) {
                throw new WorkloadException(
                        "the straggler is rank " + rank + " but there are " + ranks + " ranks", "Number ranks from 0.");
            }
            slow.put(rank, factor);
        });
        return slow;
    }
}

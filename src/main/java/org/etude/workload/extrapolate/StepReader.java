// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNodeType;
import org.etude.link.model.LinkedRank;
import org.etude.spec.WorkloadException;

/** Analyses a linked step. Linear in its nodes, apart from sorting. */
final class StepReader {
    private final LinkedRank rank;
    private final HostTops hosts;
    private final List<TopFacts> tops = new ArrayList<>();
    private final List<TopFacts> layerTops = new ArrayList<>();
    private final List<Integer> layerOps = new ArrayList<>();
    private final LongOpenHashSet parameterBytes = new LongOpenHashSet();
    private final Long2IntOpenHashMap layerOfSequence = new Long2IntOpenHashMap();
    private long backwardStart = Long.MAX_VALUE;
    private long backwardEnd = Long.MIN_VALUE;

    private StepReader(LinkedRank rank) {
        this.rank = rank;
        hosts = new HostTops(rank);
        layerOfSequence.defaultReturnValue(-1);
    }

    /**
     * Reads one step.
     *
     * @param graph the same step, converted
     * @param batch samples of the step, or 0 to read them from the first layer's input
     * @throws WorkloadException when it has no backward pass, or no layers with shapes
     */
    static RecordedStep read(LinkedRank rank, EtGraph graph, long batch) {
        return new StepReader(rank).read(graph, batch);
    }

    private RecordedStep read(EtGraph graph, long known) {
        gatherTops();
        findBackward();
        findLayers();
        TensorShape input = LayerFinder.activation(layerTops.get(0));
        if (known > input.elements()) {
            throw error(
                    "a recorded batch of " + known + ", but the first layer's input has " + input.elements()
                            + " elements",
                    "Say how many samples the recorded step had on a rank.");
        }
        long batch = known > 0 ? known : input.sizes().get(0);
        List<StepOp> ops = ops();
        NodeOwners owners = new NodeOwners(rank, hosts, tops, graph);
        boolean onGpu = false;
        for (int node = 0; node < graph.size(); node++) {
            // A late start of gloo's work is not on a CPU either, but nothing runs in it.
            onGpu |= graph.type(node) == EtNodeType.COMP && !graph.isCpuOp(node) && graph.durationNanos(node) > 0;
        }
        int[] layerOf = new int[graph.size()];
        Phase[] phaseOf = new Phase[graph.size()];
        int last = 0;
        for (int node = 0; node < graph.size(); node++) {
            int op = owners.op(node);
            phaseOf[node] = phase(owners.calledAt(node));
            last = op >= 0 && ops.get(op).phase() == phaseOf[node] ? ops.get(op).layer() : last;
            layerOf[node] = last;
        }
        return new RecordedStep(
                graph,
                onGpu,
                batch,
                known > 0,
                ops,
                owners.ops(),
                phaseOf,
                layerOf,
                LayerFinder.layers(layerTops, layerOps),
                StepTensors.of(rank, places()));
    }

    /** By node, the index of its outermost operator, or -1. */
    private int[] places() {
        int[] placeOf = new int[rank.size()];
        for (int place = 0; place < tops.size(); place++) {
            placeOf[tops.get(place).node] = place;
        }
        int[] places = new int[rank.size()];
        for (int node = 0; node < places.length; node++) {
            places[node] = hosts.of(node) < 0 ? -1 : placeOf[hosts.of(node)];
        }
        return places;
    }

    private void gatherTops() {
        int[] place = new int[rank.size()];
        for (int node : hosts.tops()) {
            place[node] = tops.size();
            tops.add(new TopFacts(rank, node, hosts.inOptimizer(node)));
        }
        for (int node = 0; node < rank.size(); node++) {
            if (hosts.of(node) >= 0) {
                tops.get(place[hosts.of(node)]).add(rank, node);
            }
        }
    }

    private void findBackward() {
        for (TopFacts top : tops) {
            if (top.isBackward()) {
                backwardStart = Math.min(backwardStart, top.start);
                backwardEnd = Math.max(backwardEnd, top.end);
                if (top.gradient != null) {
                    parameterBytes.add(top.gradient.bytes());
                }
            }
        }
        if (backwardEnd == Long.MIN_VALUE) {
            throw error(
                    "no backward pass in the step: no operator is called " + HostTops.BACKWARD + without("device"),
                    "Record training steps with ExecutionTraceObserver, backward pass included.");
        }
    }

    private void findLayers() {
        int late = 0;
        for (int i = 0; i < tops.size(); i++) {
            TopFacts top = tops.get(i);
            if (!top.optimizer && LayerFinder.isLayer(top)) {
                if (top.start < backwardStart) {
                    layerTops.add(top);
                    layerOps.add(i);
                } else if (top.start < backwardEnd) {
                    late++;
                }
            }
        }
        if (late > 0) {
            throw error(
                    late
                            + " layers run forward between backward passes: the step has several micro batches, or recomputes"
                            + " activations",
                    "Record a step of one micro batch without recomputation.");
        }
        if (layerTops.isEmpty()) {
            throw error(
                    "no layer with the shapes of its tensors in the step" + without("host"),
                    "Record with ExecutionTraceObserver and record_shapes=True; layers are linear, conv, embedding.");
        }
        layerTops.forEach(top -> parameterBytes.add(LayerFinder.weight(top).bytes()));
    }

    private Phase phase(long time) {
        if (time < layerTops.get(0).start) {
            return Phase.HEAD;
        }
        if (time < backwardStart) {
            return Phase.FORWARD;
        }
        return time < backwardEnd ? Phase.BACKWARD : Phase.UPDATE;
    }

    private List<StepOp> ops() {
        List<StepOp> ops = new ArrayList<>();
        int layer = 0;
        for (int i = 0; i < tops.size(); i++) {
            TopFacts top = tops.get(i);
            Phase phase = phase(top.start);
            if (phase == Phase.FORWARD) {
                while (layer + 1 < layerOps.size() && layerOps.get(layer + 1) <= i) {
                    layer++;
                }
                int of = layer;
                top.sequences.forEach(sequence -> layerOfSequence.putIfAbsent(sequence, of));
            } else if (phase == Phase.BACKWARD) {
                layer = backwardLayer(top, layer);
            }
            ops.add(op(top, phase, layer, layerOps.indexOf(i)));
        }
        return ops;
    }

    private int backwardLayer(TopFacts top, int before) {
        for (long sequence : top.sequences) {
            if (layerOfSequence.get(sequence) >= 0) {
                return layerOfSequence.get(sequence);
            }
        }
        return before;
    }

    private StepOp op(TopFacts top, Phase phase, int layer, int forwardOf) {
        boolean scales = !top.optimizer && phase != Phase.UPDATE && top.holdsBatch(parameterBytes);
        TopFacts own = layerTops.get(layer);
        boolean ofLayer = top.sequences.longStream().anyMatch(own.sequences::contains);
        int backwardOf = phase == Phase.BACKWARD && scales && ofLayer ? layer : -1;
        TensorShape gradient = top.gradient;
        return new StepOp(
                top.name,
                phase,
                layer,
                forwardOf,
                backwardOf,
                scales,
                top.optimizer || phase == Phase.UPDATE,
                top.touchedBytes(),
                gradient == null ? 0 : gradient.elements(),
                gradient == null ? 0 : gradient.bytes());
    }

    /** Names a missing trace, without which this is not surprising. */
    private String without(String kind) {
        boolean missing =
                (kind.equals("host") ? rank.trace().host() : rank.trace().device()) == null;
        return missing ? "; there is no " + kind + "_" + rank.trace().rank() + ".json" : "";
    }

    private WorkloadException error(String what, String advice) {
        return new WorkloadException("rank " + rank.trace().rank() + ": " + what + ".", advice);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.report.Report;
import org.etude.spec.CollectiveType;
import org.etude.trace.activity.Activity;
import org.etude.unit.Bytes;
import org.etude.unit.Time;
import org.etude.workload.extrapolate.Layer.Split;
import org.etude.workload.parallel.Cost;
import org.etude.workload.parallel.Group;
import org.etude.workload.parallel.OpWriter;
import org.etude.workload.parallel.Place;
import org.etude.workload.parallel.StepModel;

/**
 * A recorded step as the model from which {@link org.etude.workload.parallel.StepWriter} writes the extrapolated step,
 * stage by stage. For single use.
 */
final class ExtrapolatedStep implements StepModel {
    private static final Time NOTHING = new Time(0);

    private final RecordedStep step;
    private final NodeTimes times;
    private final StageCut cut;
    private final StepShape shape;
    private final Report report;
    private final EtGraph graph;
    private final int[] lastOfOp;
    private final long[] written;
    private final LongArrayList reducing = new LongArrayList();
    private int stage = -1;
    private long seen;

    ExtrapolatedStep(RecordedStep step, NodeTimes times, StageCut cut, StepShape shape, Report report) {
        this.step = step;
        this.times = times;
        this.cut = cut;
        this.shape = shape;
        this.report = report;
        graph = step.graph();
        lastOfOp = new int[step.ops().size()];
        Arrays.fill(lastOfOp, -1);
        written = new long[graph.size()];
        for (int node = 0; node < written.length; node++) {
            boolean own = step.opOf()[node] >= 0
                    && step.phaseOf()[node] == step.ops().get(step.opOf()[node]).phase();
            if (own && graph.type(node) == EtNodeType.COMP) {
                lastOfOp[step.opOf()[node]] = node;
            }
        }
    }

    @Override
    public void forward(Place place, OpWriter out) {
        if (place.stage() != stage) {
            stage = place.stage();
            seen = -1;
            Arrays.fill(written, -1);
            reducing.clear();
            nodes(Phase.HEAD, -1).forEach(node -> write(node, shape.stepRatio(), false, out));
        }
        nodes(Phase.FORWARD, place.part()).forEach(node -> write(node, shape.passRatio(), false, out));
    }

    @Override
    public void backward(Place place, OpWriter out) {
        boolean last = place.microBatch() == shape.exchangedIn();
        nodes(Phase.BACKWARD, place.part()).forEach(node -> write(node, shape.passRatio(), last, out));
    }

    @Override
    public void update(int ofStage, OpWriter out) {
        IntArrayList nodes = nodes(Phase.UPDATE, -1);
        nodes.intStream().filter(this::isComm).forEach(node -> write(node, 1, true, out));
        reducing.forEach(out::alsoAfter);
        if (out.ranksOf(Group.DATA) > 1) {
            // The GPU stream waits for the gradients while the host continues launching. A computing host waits itself:
            // there the
            // node is no GPU work, by which operators would cease to be computation.
            out.stating(step.onGpu() ? "" : Activity.IDLE.text()).compute("gradients exchanged", Cost.of(NOTHING));
        }
        double share = shape.share(ofStage);
        nodes.intStream().filter(node -> !isComm(node)).forEach(node -> {
            boolean own =
                    step.opOf()[node] >= 0 && step.ops().get(step.opOf()[node]).parameters();
            long nanos = times.nanos(node, 1, shape.tp());
            compute(node, own && share < 1 ? Math.round(nanos * share) : nanos, out);
        });
    }

    @Override
    public Bytes boundary(int part) {
        return new Bytes(shape.scaled(step.layers().get(cut.end(part)).inputBytes()));
    }

    @Override
    public Report report() {
        return report;
    }

    private boolean isComm(int node) {
        return graph.type(node) != EtNodeType.COMP;
    }

    private IntArrayList nodes(Phase phase, int part) {
        IntArrayList nodes = new IntArrayList();
        for (int node = 0; node < graph.size(); node++) {
            boolean here = part < 0 || cut.part(step.layerOf()[node]) == part;
            if (here && step.phaseOf()[node] == phase) {
                nodes.add(node);
            }
        }
        return nodes;
    }

    private void write(int node, double ratio, boolean exchanges, OpWriter out) {
        if (isComm(node)) {
            if (exchanges || step.phaseOf()[node].ordinal() < Phase.BACKWARD.ordinal()) {
                reduce(node, out);
            }
            return;
        }
        compute(node, times.nanos(node, ratio, shape.tp()), out);
        int op = step.opOf()[node];
        if (op >= 0 && lastOfOp[op] == node) {
            ended(step.ops().get(op), out);
        }
    }

    private void compute(int node, long nanos, OpWriter out) {
        String activity = graph.string(node, EtNames.ACTIVITY, "");
        if (!graph.isCpuOp(node)) {
            written[node] = out.stating(activity).compute(graph.name(node), Cost.of(Time.ns(nanos)));
            return;
        }
        if (!step.onGpu() && out.last() != seen) {
            // A computing host waits itself for what was received or reduced.
            out.alsoAfter(out.last());
            seen = out.last();
        }
        for (int k = 0; k < graph.depCount(node); k++) {
            int on = graph.indexOf(graph.dep(node, k));
            if (on >= 0 && !(graph.isCpuOp(on) && !isComm(on))) {
                out.alsoAfter(written[on]);
            }
        }
        written[node] = out.stating(activity).host(graph.name(node), Time.ns(nanos));
    }

    /** Writes a recorded data-parallel collective at its position. */
    private void reduce(int node, OpWriter out) {
        if (!shape.keepsCollectives()) {
            return;
        }
        CollectiveType type = CollectiveType.ofNumber(graph.integer(node, EtNames.COMM_TYPE, 0));
        long size = graph.integer(node, EtNames.COMM_SIZE, 0) / shape.tp();
        written[node] = out.overlap(graph.name(node), type, new Bytes(Math.max(1, size)), Group.DATA);
        if (written[node] >= 0 && step.phaseOf()[node] != Phase.HEAD && step.phaseOf()[node] != Phase.FORWARD) {
            reducing.add(written[node]);
        }
    }

    private void ended(StepOp op, OpWriter out) {
        if (op.gradientElements() > 0 && !shape.keepsCollectives()) {
            boolean split = step.layers().get(op.layer()).weightBytes() == op.gradientBytes();
            out.gradients(Group.DATA, split ? ceil(op.gradientElements(), shape.tp()) : op.gradientElements());
        }
        if (op.forwardOf() >= 0) {
            Layer layer = step.layers().get(op.forwardOf());
            Bytes size = new Bytes(shape.scaled(layer.outputBytes()));
            if (layer.split() == Split.ROW || layer.split() == Split.TABLE) {
                out.collective("activations", CollectiveType.ALL_REDUCE, size, Group.TENSOR);
            } else if (layer.split() == Split.COLUMN_GATHERED) {
                Bytes shard = new Bytes(ceil(size.value(), shape.tp()));
                out.collective("activations", CollectiveType.ALL_GATHER, shard, Group.TENSOR);
            }
        } else if (op.backwardOf() >= 0) {
            Layer layer = step.layers().get(op.backwardOf());
            if (layer.reducesInputGradient(op.backwardOf())) {
                Bytes size = new Bytes(shape.scaled(layer.inputBytes()));
                out.collective("input gradients", CollectiveType.ALL_REDUCE, size, Group.TENSOR);
            }
        }
    }

    private static long ceil(long value, int parts) {
        return (value + parts - 1) / parts;
    }
}

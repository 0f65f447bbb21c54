// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.spec.CollectiveType;
import org.etude.unit.Bytes;
import org.etude.unit.Time;

/**
 * Records the ops of a pass, so that it can be interleaved with another pass: each expert all-to-all overlaps with the
 * ops of the other pass until this one continues, as in DualPipe (DeepSeek-V3 technical report, section 3.2.1) and
 * Megatron-Core's --overlap-moe-expert-parallel-comm: the GPU computes for one micro batch while tokens of the other
 * one travel.
 */
final class OpScript extends OpWriter {
    /** An op that returns its id when written. */
    private interface Op {
        long write(OpWriter out);
    }

    /** Ops up to an all-to-all, which is the last of them unless the pass ends before. */
    private record Segment(List<Op> ops, boolean travels) {}

    private final List<Segment> segments = new ArrayList<>();
    private final LongArrayList written = new LongArrayList();
    private List<Op> open = new ArrayList<>();
    private long ids;
    private long device = -1;
    private int played;
    private long travelling = -1;

    OpScript(ProcessGroups groups, int rank) {
        super(new EtGraphBuilder("0.0.4", List.of()), groups, rank);
    }

    /** A recorded pass, with the naming of its ops and its gradient buckets. */
    record Lane(OpScript script, int microBatch, UnaryOperator<String> names, GradientBuckets buckets) {
        private boolean next(OpWriter out) {
            if (script.played == script.segments.size()) {
                return false;
            }
            out.turn(microBatch, names, buckets);
            script.play(out);
            return true;
        }

        /** Makes the next op wait for this pass's outstanding exchange. */
        void join(OpWriter out) {
            out.alsoAfter(script.travelling);
        }

        /** Makes the next GPU op wait for it, regardless of what host ops or messages wait for before. */
        void fence(OpWriter out) {
            out.fence(script.travelling);
        }
    }

    /** Interleaves two passes, starting with the second: its tokens are exchanged while the first one computes. */
    static void merge(Lane first, Lane second, OpWriter out) {
        first.script.close(false);
        second.script.close(false);
        boolean more = true;
        while (more) {
            boolean went = second.next(out);
            more = first.next(out) || went;
        }
    }

    private void play(OpWriter out) {
        Segment segment = segments.get(played++);
        out.alsoAfter(travelling);
        travelling = -1;
        long last = -1;
        for (Op op : segment.ops) {
            last = op.write(out);
        }
        if (segment.travels) {
            travelling = last;
        }
    }

    private void close(boolean travels) {
        if (!open.isEmpty()) {
            segments.add(new Segment(List.copyOf(open), travels));
            open = new ArrayList<>();
        }
    }

    /** Records an op that has an id. */
    private long add(Op op) {
        open.add(out -> {
            long id = op.write(out);
            written.add(id);
            return id;
        });
        return ids++;
    }

    private void act(Consumer<OpWriter> action) {
        open.add(out -> {
            action.accept(out);
            return -1;
        });
    }

    private long real(long id) {
        return id < 0 ? -1 : written.getLong((int) id);
    }

    @Override
    public long compute(String name, Cost cost) {
        device = add(out -> out.compute(name, cost));
        return device;
    }

    @Override
    public long host(String name, Time time) {
        return add(out -> out.host(name, time));
    }

    @Override
    public long copy(String name, Time time) {
        return add(out -> out.copy(name, time));
    }

    @Override
    public long collective(String name, CollectiveType type, Bytes size, Group group) {
        if (alone(group, size)) {
            return device;
        }
        boolean travels = type == CollectiveType.ALL_TO_ALL && group.ofExperts();
        if (travels) {
            device = add(out -> out.overlap(name, type, size, group));
            close(true);
        } else {
            device = add(out -> out.collective(name, type, size, group));
        }
        return device;
    }

    @Override
    public long overlap(String name, CollectiveType type, Bytes size, Group group) {
        return alone(group, size) ? -1 : add(out -> out.overlap(name, type, size, group));
    }

    @Override
    public long exchange(String name, PairBytes pairs, Bytes buffer, Group group) {
        return alone(group, buffer) ? -1 : add(out -> out.exchange(name, pairs, buffer, group));
    }

    /** Ends a segment at an exchange for which the pass would wait. */
    @Override
    public void follow(long id) {
        if (id >= 0) {
            device = id;
            close(true);
        }
    }

    @Override
    public OpWriter alsoAfter(long id) {
        act(out -> out.alsoAfter(real(id)));
        return this;
    }

    @Override
    public OpWriter waitForCollectives() {
        act(OpWriter::waitForCollectives);
        return this;
    }

    @Override
    public long last() {
        return device;
    }

    @Override
    public void gradients(Group group, long elements) {
        act(out -> out.gradients(group, elements));
    }
}

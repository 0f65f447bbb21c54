package org.etude.et.convert;

import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.LongAVLTreeSet;
import java.util.Arrays;
import java.util.Locale;
import org.etude.et.EtGraph;
import org.etude.et.EtGraphBuilder;
import org.etude.et.EtNames;
import org.etude.et.EtNodeType;
import org.etude.link.Collective;
import org.etude.link.LinkedRank;
import org.etude.link.NodeKind;
import org.etude.report.Progress;

/**
 * Writes the nodes of one rank: each slice of the host, then the work that can start behind it. Ids ascend in that order,
 * from 1, so that every dependency points to a smaller id.
 */
final class RankEmitter {
    private static final long[] NOTHING = {};

    private final LinkedRank rank;
    private final WorkNodes work;
    private final HostTimeline host;
    private final RankPlan plan;
    private final ConvertOptions options;
    private final KernelTimes kernels;
    private final CommAttributes comm;
    private final EtGraphBuilder out;
    private final long[] sliceId;
    private final long[] workId;
    private final int[] workByPosition;

    RankEmitter(
            LinkedRank rank,
            WorkNodes work,
            HostTimeline host,
            RankPlan plan,
            ConvertOptions options,
            GroupNumbers groups) {
        this.rank = rank;
        this.work = work;
        this.host = host;
        this.plan = plan;
        this.options = options;
        this.kernels = new KernelTimes(rank, work, options);
        this.comm = new CommAttributes(rank, groups);
        this.out = new EtGraphBuilder("", Metadata.of(rank));
        this.sliceId = new long[host.size()];
        this.workId = new long[work.size()];
        this.workByPosition = byPosition();
        number();
    }

    KernelTimes kernels() {
        return kernels;
    }

    private int[] byPosition() {
        long[] keys = new long[work.size()];
        for (int k = 0; k < keys.length; k++) {
            keys[k] = (long) (plan.position(k) + 1) << 32 | k;
        }
        Arrays.sort(keys);
        int[] order = new int[keys.length];
        for (int k = 0; k < keys.length; k++) {
            order[k] = (int) keys[k];
        }
        return order;
    }

    private void number() {
        long id = 1;
        int next = 0;
        for (int slice = HostTimeline.NONE; slice < host.size(); slice++) {
            if (slice >= 0 && options.hostGaps()) {
                sliceId[slice] = id++;
            }
            while (next < workByPosition.length && plan.position(workByPosition[next]) == slice) {
                workId[workByPosition[next++]] = id++;
            }
        }
    }

    EtGraph emit() {
        SliceTimes times = options.hostGaps() ? new SliceTimes(host, work, plan) : null;
        long clock = 0;
        int next = 0;
        IntList synced = IntList.of();
        for (int slice = HostTimeline.NONE; slice < host.size(); slice++) {
            if (slice >= 0) {
                if (!plan.syncs(slice).isEmpty()) {
                    synced = plan.syncs(slice);
                }
                if (options.hostGaps()) {
                    slice(slice, clock, times.duration(slice));
                    clock += times.duration(slice);
                }
            }
            while (next < workByPosition.length && plan.position(workByPosition[next]) == slice) {
                work(workByPosition[next++], synced);
            }
            if ((slice & 0xfff) == 0) {
                Progress.checkInterrupted();
            }
        }
        return out.build();
    }

    /** A slice; its microseconds are rounded so that those of all slices add up. */
    private void slice(int slice, long clock, long nanos) {
        int operator = host.operator(slice);
        int owner = host.owner(slice);
        String name = operator >= 0 ? rank.name(operator) : "gap: " + (owner >= 0 ? rank.name(owner) : "idle");
        long micros = (clock + nanos) / 1000 - clock / 1000;
        LongAVLTreeSet data = new LongAVLTreeSet();
        if (slice > 0) {
            data.add(sliceId[slice - 1]);
        }
        plan.syncs(slice).forEach(k -> data.add(workId[k]));
        int caller = operator >= 0 ? Cuts.launcher(rank, operator) : owner;
        long[] ctrl = caller >= 0 && host.sliceOf(caller) >= 0 && host.sliceOf(caller) < slice
                ? new long[] {sliceId[host.sliceOf(caller)]}
                : NOTHING;
        long start = host.start(slice);
        out.begin(sliceId[slice], name, EtNodeType.COMP, micros(start), micros);
        out.dependencies(ctrl, data.toLongArray());
        out.bool(EtNames.IS_CPU_OP, true);
        times(start, nanos, host.end(slice) - start);
        out.int64("tid", owner >= 0 ? rank.lane(owner) : -1);
        out.end();
    }

    private void work(int k, IntList synced) {
        int node = work.node(k);
        Collective transfer = work.transfer(k);
        long nanos = kernels.of(k);
        EtNodeType type = transfer == null ? EtNodeType.COMP : CommAttributes.nodeType(transfer);
        out.begin(workId[k], rank.name(node), type, micros(work.start(k)), (nanos + 500) / 1000);
        out.dependencies(NOTHING, dependencies(k, synced));
        out.bool(EtNames.IS_CPU_OP, false);
        times(work.start(k), nanos, work.end(k) - work.start(k));
        if (rank.kind(node).isGpu()) {
            out.int64("stream", rank.stream(node));
        }
        if (transfer != null) {
            comm.write(transfer, out);
            if (BackendThreads.call(rank, node) >= 0 && rank.name(node).indexOf(':') > 0) {
                out.string(
                        EtNames.BACKEND,
                        rank.name(node).substring(0, rank.name(node).indexOf(':')));
            }
        } else {
            compute(k, nanos);
        }
        out.end();
    }

    private void compute(int k, long nanos) {
        int node = work.node(k);
        if (options.clockMhz() > 0) {
            out.uint64("compute_cycles", (long) (nanos * options.clockMhz() / 1000));
        }
        Collective unknown = rank.kind(node).isComm() ? rank.collective(node) : null;
        if (unknown != null) {
            out.string("collective", unknown.type().name().toLowerCase(Locale.ROOT));
            comm.describe(unknown, out);
        }
        long bytes = tensorBytes(node);
        if (bytes > 0) {
            out.uint64(EtNames.TENSOR_SIZE, bytes);
        }
    }

    private void times(long start, long nanos, long measured) {
        out.int64(EtNames.START_NS, start);
        out.int64(EtNames.DURATION_NS, nanos);
        if (nanos != measured) {
            out.int64("measured_ns", measured);
        }
    }

    private long[] dependencies(int k, IntList synced) {
        LongAVLTreeSet data = new LongAVLTreeSet();
        if (options.hostGaps()) {
            if (plan.launch(k) >= 0) {
                data.add(sliceId[plan.launch(k)]);
            }
        } else {
            // Without the host, what it waited for before the launch is what the work waits for.
            synced.forEach(other -> data.add(workId[other]));
        }
        plan.waits(k).forEach(other -> data.add(workId[other]));
        return data.toLongArray();
    }

    private static long micros(long nanos) {
        return Math.max(0, Math.floorDiv(nanos, 1000L));
    }

    /** Bytes of the tensors of the operator that launched a kernel, of the copy itself for copies; 0 when unknown. */
    private long tensorBytes(int node) {
        if (rank.kind(node) == NodeKind.MEMCPY || rank.kind(node) == NodeKind.MEMSET) {
            int event = rank.eventIndex(node);
            return event < 0 ? 0 : Math.max(0, rank.trace().device().bytes(event));
        }
        int launcher = Cuts.launcher(rank, node);
        int at = launcher < 0 ? -1 : rank.hostIndex(launcher);
        if (at < 0 || rank.trace().host() == null) {
            return 0;
        }
        return Math.max(0, rank.trace().host().inputBytes(at))
                + Math.max(0, rank.trace().host().outputBytes(at));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.Locale;
import org.etude.et.comm.CommAttributes;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.graph.NodeSink;
import org.etude.et.host.BackendThreads;
import org.etude.et.host.HostKinds;
import org.etude.et.host.HostTimeline;
import org.etude.et.host.SliceActivity;
import org.etude.et.pace.KindDurations;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.MessageBatch;
import org.etude.link.model.NodeKind;
import org.etude.report.Progress;
import org.etude.spec.ConvertOptions;
import org.etude.trace.activity.Activity;

/**
 * Writes the nodes of one rank: each host slice, followed by the work that can start after it. Ids ascend in that
 * order, from 1, so that every dependency points to a smaller id.
 */
final class RankEmitter {
    /** Usual number of attributes of slices and of work. */
    private static final int SLICE_ATTRIBUTES = 5;

    private static final int WORK_ATTRIBUTES = 8;
    private static final double MILLION = 1e6;

    /** Always empty. */
    private final LongArrayList nothing = new LongArrayList(0);
    /** Ids of the control dependencies of the current node. */
    private final LongArrayList ctrl = new LongArrayList();
    /** Ids of its data dependencies, ascending. */
    private final LongArrayList data = new LongArrayList();

    private final LinkedRank rank;
    private final WorkNodes work;
    private final HostTimeline host;
    private final RankPlan plan;
    private final RankLayout layout;
    private final ConvertOptions options;
    private final KernelTimes kernels;
    private final CommAttributes comm;
    private final SliceActivity activities;
    private final NodeSink out;
    private final boolean timesOnly;
    private final long offset;
    private final RankTransfers transfers;
    private HostSlowdown slowdown;
    private HandOvers handOvers;
    private final long[] sliceId;
    /** By piece of work, the id of its node, or of the first of its messages, whose ids follow each other. */
    private final long[] workId;

    /** Resources of sends that share a kernel with other messages, by its stream and the peer. */
    private final Long2LongOpenHashMap routes = new Long2LongOpenHashMap();

    private final int[] workByPosition;

    RankEmitter(
            LinkedRank rank,
            RankLayout layout,
            ConvertOptions options,
            CommAttributes.GroupNames groups,
            long offset,
            RankTransfers transfers,
            NodeSink out) {
        this.rank = rank;
        this.layout = layout;
        this.work = layout.work();
        this.host = layout.host();
        this.plan = layout.plan();
        this.options = options;
        this.kernels = new KernelTimes(rank, work, options);
        this.comm = new CommAttributes(rank, groups);
        this.activities = new SliceActivity(rank);
        this.out = out;
        this.timesOnly = out.keepsTimesOnly();
        this.offset = offset;
        this.transfers = transfers;
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
        long id = offset > 0 ? 2 : 1;
        int next = 0;
        for (int slice = HostTimeline.NONE; slice < host.size(); slice++) {
            if (slice >= 0 && options.hostGaps()) {
                sliceId[slice] = id++;
            }
            while (next < workByPosition.length && plan.position(workByPosition[next]) == slice) {
                int k = workByPosition[next++];
                id += isLate(k) ? 1 : 0;
                workId[k] = id;
                id += work.count(k);
            }
        }
        long slices = options.hostGaps() ? host.size() : 0;
        long attributes = SLICE_ATTRIBUTES * slices + WORK_ATTRIBUTES * (id - slices);
        out.reserve(Math.toIntExact(id), (int) Math.min(Integer.MAX_VALUE / 2, attributes));
    }

    /** Whether a piece of work is preceded by a node that delays it, with the preceding id. */
    private boolean isLate(int k) {
        return options.hostGaps() && layout.times().late(k) > 0;
    }

    void emit() {
        SliceTimes times = options.hostGaps() ? sliceTimes() : null;
        if (times != null && !timesOnly) {
            HostKinds kinds = new HostKinds(rank, host);
            slowdown = new HostSlowdown(rank, layout, times, transfers, kinds);
            handOvers = new HandOvers(rank, layout, times, kinds);
        }
        if (times != null) {
            times.shorten(Math.round(options.profilerCost().toNanos()));
        }
        long clock = 0;
        int next = 0;
        if (offset > 0) {
            RankStarts.write(offset, out);
        }
        RankPlan.HostSyncs[] synced = new RankPlan.HostSyncs[host.lines()];
        Arrays.setAll(synced, line -> plan.hostSyncs());
        for (int slice = HostTimeline.NONE; slice < host.size(); slice++) {
            if (slice >= 0) {
                if (plan.handOver(slice) >= 0) {
                    synced[host.line(slice)].addAll(synced[host.line(plan.handOver(slice))]);
                }
                if (!plan.syncs(slice).isEmpty()) {
                    synced[host.line(slice)].add(slice);
                }
                if (options.hostGaps()) {
                    slice(slice, clock, times);
                    clock += times.shared(slice);
                }
            }
            while (next < workByPosition.length && plan.position(workByPosition[next]) == slice) {
                int k = workByPosition[next++];
                work(k, synced[host.line(plan.launch(k))].pieces());
            }
            if ((slice & 0xfff) == 0) {
                Progress.checkInterrupted();
            }
        }
    }

    private SliceTimes sliceTimes() {
        return timesOnly ? SliceTimes.recorded(host, work, plan) : SliceTimes.of(host, work, plan);
    }

    /** A slice; its microseconds are rounded so that those of all slices add up. */
    private void slice(int slice, long clock, SliceTimes times) {
        int operator = host.operator(slice);
        int owner = host.owner(slice);
        String name = operator >= 0 ? rank.name(operator) : activities.nameOfRest(owner);
        long micros = (clock + times.shared(slice)) / 1000 - clock / 1000;
        int line = host.line(slice);
        int previous = host.previous(slice);
        data.clear();
        if (previous >= 0) {
            data.add(sliceId[previous]);
        }
        if (plan.handOver(slice) >= 0) {
            addData(sliceId[plan.handOver(slice)]);
        }
        addWork(plan.syncs(slice));
        orOffset();
        ctrl.clear();
        int caller = operator >= 0 ? Cuts.launcher(rank, operator) : owner;
        int begun = caller >= 0 ? host.sliceOf(caller) : HostTimeline.NONE;
        if (begun >= 0 && begun < slice && host.line(begun) == line) {
            ctrl.add(sliceId[begun]);
        }
        long start = host.start(slice);
        out.begin(sliceId[slice], name, EtNodeType.COMP, micros(start), micros);
        out.dependencies(ctrl, data);
        out.bool(EtNames.IS_CPU_OP, true);
        mark(owner);
        out.times(start, times.duration(slice), host.end(slice) - start);
        if (line > 0) {
            out.int64(EtNames.RESOURCE, layout.lanes().resources() + line - 1L);
        }
        if (!timesOnly) {
            pace(slice, times.duration(slice));
        }
        if (!timesOnly || line > 0) {
            out.int64("tid", owner >= 0 ? rank.lane(owner) : line > 0 ? host.thread(line) : -1);
        }
        out.end();
    }

    /** Writes how backend collectives slow a slice, and how long the host took to resume after one. */
    private void pace(int slice, long duration) {
        KindDurations.Progress progress = slowdown.progress(slice, duration);
        if (progress != null) {
            long pace = Math.max(1, Math.round(MILLION * progress.pace()));
            out.int64(EtNames.PACE_PPM, pace);
            out.int64(EtNames.SLOWED_PPM, Math.round(MILLION * progress.slowed()));
            long slowest = Math.round(MILLION * slowdown.slowest(slice));
            if (slowest < pace) {
                out.int64(EtNames.SLOWEST_PPM, slowest);
            }
        }
        if (handOvers.nanos(slice) > 0) {
            out.int64(EtNames.HAND_OVER_NS, handOvers.nanos(slice));
        }
    }

    /** Work that could start at once waits for the start offset, if any. */
    private void orOffset() {
        if (data.isEmpty() && offset > 0) {
            data.add(1);
        }
    }

    private void addWork(IntList pieces) {
        for (int i = 0; i < pieces.size(); i++) {
            int k = pieces.getInt(i);
            for (int m = 0; m < work.count(k); m++) {
                addData(workId[k] + m);
            }
        }
    }

    /** Keeps ids ascending and unique; they usually arrive in order. */
    private void addData(long id) {
        int at = data.size();
        while (at > 0 && data.getLong(at - 1) > id) {
            at--;
        }
        if (at == 0 || data.getLong(at - 1) != id) {
            data.add(at, id);
        }
    }

    private void work(int k, IntList synced) {
        dependencies(k, synced);
        orOffset();
        if (isLate(k)) {
            late(k);
            data.clear();
            data.add(workId[k] - 1);
        }
        long nanos = kernels.isForced() && work.slot(k) != WorkNodes.Slot.THREAD
                ? kernels.of(k)
                : layout.times().duration(k);
        MessageBatch batch = work.batch(k);
        if (batch == null) {
            piece(k, 0, kernels.of(k), nanos);
            return;
        }
        for (int m = 0; m < batch.size(); m++) {
            message(k, batch, m, nanos);
        }
        if (work.rest(k) != null) {
            piece(k, batch.size(), work.uncovered(k), nanos);
        }
    }

    /**
     * A message of a kernel that carries several. They start together, so none holds the kernel's stream while it waits for
     * its peer; what follows on the stream depends on all of them.
     */
    private void message(int k, MessageBatch batch, int m, long nanos) {
        int node = work.node(k);
        boolean send = batch.isSend(m);
        long whole = work.end(k) - work.start(k);
        // A receive waits for its send, wherever that is; only sends keep their order here.
        long from = send ? batch.from(m, whole) : 0;
        long until = send ? batch.until(m, whole) : whole;
        long micros = send ? batch.part(m, kernels.of(k)) : whole;
        out.begin(
                workId[k] + m,
                rank.name(node),
                CommAttributes.nodeType(batch.get(m)),
                micros(work.start(k) + from),
                (micros + 500) / 1000);
        boolean first = !send || batch.before(m) < 0;
        out.dependencies(nothing, first ? data : LongArrayList.of(workId[k] + batch.before(m)));
        out.bool(EtNames.IS_CPU_OP, false);
        if (options.hostGaps() && first) {
            delay(k);
        }
        out.times(work.start(k) + from, Math.max(0, until - Math.max(from, whole - nanos)), until - from);
        out.int64(EtNames.STREAM, rank.stream(node));
        if (send) {
            out.int64(EtNames.RESOURCE, route(rank.lane(node), batch.get(m).peer()));
        }
        comm.write(batch.get(m), out);
        out.end();
    }

    /** The number of the resource of sends of a stream to a peer, behind those of streams and host threads. */
    private long route(int lane, int peer) {
        long first = layout.lanes().resources() + host.lines();
        return routes.computeIfAbsent((long) lane << 32 | peer, route -> first + routes.size());
    }

    /** The node of a piece, or its last one, next to its messages, for those of its messages that cannot be simulated. */
    private void piece(int k, int part, long shared, long nanos) {
        int node = work.node(k);
        Collective transfer = work.rest(k) == null ? work.transfer(k) : null;
        EtNodeType type = transfer == null ? EtNodeType.COMP : CommAttributes.nodeType(transfer);
        out.begin(workId[k] + part, rank.name(node), type, micros(work.start(k)), (shared + 500) / 1000);
        out.dependencies(nothing, data);
        boolean thread = work.slot(k) == WorkNodes.Slot.THREAD;
        out.bool(EtNames.IS_CPU_OP, thread);
        if (options.hostGaps()) {
            delay(k);
        }
        out.times(work.start(k), nanos, work.end(k) - work.start(k));
        if (rank.kind(node).isGpu()) {
            out.int64(EtNames.STREAM, rank.stream(node));
        }
        resource(k);
        if (thread) {
            thread(node);
        } else if (transfer != null) {
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

    private void delay(int k) {
        long queued = rank.kind(work.node(k)).isGpu() ? layout.times().queuedDelay(k) : -1;
        long delay =
                queued >= 0 ? layout.times().launchDelay(k) : layout.times().delay(k);
        if (delay > 0) {
            out.int64(EtNames.DELAY_NS, delay);
        }
        if (queued >= 0) {
            out.int64(EtNames.QUEUED_DELAY_NS, queued);
        }
    }

    /** Writes an operator of a side thread. */
    private void thread(int node) {
        mark(node);
        out.int64("tid", rank.lane(node));
    }

    private void mark(int owner) {
        Activity activity = activities.mark(owner);
        if (activity != null) {
            out.string(EtNames.ACTIVITY, activity.text());
        }
    }

    /** Writes a node that delays work which starts late for a reason not in the rank's trace. */
    private void late(int k) {
        long delay = layout.times().late(k);
        long start = work.start(k) - layout.times().delay(k) - delay;
        out.begin(workId[k] - 1, "late start: " + rank.name(work.node(k)), EtNodeType.COMP, micros(start), 0);
        out.dependencies(nothing, data);
        out.bool(EtNames.IS_CPU_OP, false);
        out.int64(EtNames.DELAY_NS, delay);
        out.string(EtNames.ACTIVITY, Activity.IDLE.text());
        out.times(start + delay, 0, 0);
        resource(k);
        out.end();
    }

    private void resource(int k) {
        if (layout.lanes().resource(k) != WorkLanes.NONE) {
            out.int64(EtNames.RESOURCE, layout.lanes().resource(k));
        }
    }

    private void compute(int k, long nanos) {
        int node = work.node(k);
        if (options.clockMhz() > 0) {
            out.uint64("compute_cycles", (long) (nanos * options.clockMhz() / 1000));
        }
        Collective first = rank.kind(node).isComm() ? rank.collective(node) : null;
        Collective unknown = work.rest(k) == null ? first : work.rest(k);
        if (rank.kind(node) == NodeKind.MEMCPY || rank.kind(node) == NodeKind.MEMSET) {
            out.string(EtNames.ACTIVITY, Activity.COPY.text());
        }
        if (unknown != null) {
            out.string(EtNames.ACTIVITY, Activity.TRANSFER.text());
        }
        if (!timesOnly) {
            describe(node, unknown);
        }
    }

    /** Describes the communication of a kernel of unknown type or size, and the tensors of others. */
    private void describe(int node, Collective unknown) {
        if (unknown != null) {
            out.string("collective", unknown.type().name().toLowerCase(Locale.ROOT));
            comm.describe(unknown, out);
        }
        long bytes = tensorBytes(node);
        if (bytes > 0) {
            out.uint64(EtNames.TENSOR_SIZE, bytes);
        }
    }

    private void dependencies(int k, IntList synced) {
        data.clear();
        if (options.hostGaps()) {
            if (layout.times().launch(k) >= 0) {
                addData(sliceId[layout.times().launch(k)]);
            }
        } else {
            // Without the host, the work waits for what the host waited for before the launch.
            addWork(synced);
        }
        addWork(plan.waits(k));
    }

    private static long micros(long nanos) {
        return Math.max(0, Math.floorDiv(nanos, 1000L));
    }

    /** Bytes of the tensors of the operator that launched a kernel, or of the copy itself; 0 when unknown. */
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

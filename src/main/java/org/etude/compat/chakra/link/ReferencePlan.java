// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.link;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.Set;
import org.etude.number.BinarySearch;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.HostTrace;
import org.etude.trace.model.RankTrace;

/**
 * The plan that chakra_trace_link makes (mlcommons/chakra 21585d8), losses included: launches by a list of names, no
 * memory sets, work without a launch dropped, every second of tied events left out of exclusive durations.
 */
final class ReferencePlan {
    private static final long GAP_NANOS = 1_000_000;
    private static final Set<String> LAUNCHES = Set.of(
            "cuLaunchKernel",
            "cuLaunchKernelEx",
            "cudaLaunchKernel",
            "cudaLaunchKernelExC",
            "cudaMemcpy",
            "cudaMemcpyAsync",
            "cudaMemcpyFromSymbol",
            "cudaMemcpyToSymbol",
            "cudaLaunchCooperativeKernel",
            "hipLaunchKernel",
            "hipExtLaunchKernel",
            "hipExtModuleLaunchKernel",
            "hipModuleLaunchKernel",
            "hipMemcpyWithStream",
            "hipMemcpyAsync");

    private final HostTrace host;
    private final DeviceTrace device;
    private final LinkPlan plan;
    private final IntArrayList[] byLane;
    private final Long2ObjectOpenHashMap<IntArrayList> workOfId = new Long2ObjectOpenHashMap<>();

    private ReferencePlan(RankTrace trace) {
        host = trace.host();
        device = trace.device();
        plan = new LinkPlan(host.size(), device.size());
        byLane = new IntArrayList[device.laneCount()];
        for (int i = 0; i < byLane.length; i++) {
            byLane[i] = new IntArrayList();
        }
    }

    static LinkPlan of(RankTrace trace) {
        ReferencePlan made = new ReferencePlan(trace);
        Long2IntOpenHashMap byFunction = made.sortOperators();
        for (IntArrayList operators : made.byLane) {
            made.exclusive(operators);
        }
        made.launches();
        made.join(byFunction, made.handoffs());
        return made.plan;
    }

    private Long2IntOpenHashMap sortOperators() {
        Long2IntOpenHashMap byFunction = new Long2IntOpenHashMap();
        byFunction.defaultReturnValue(-1);
        for (int i = 0; i < device.size(); i++) {
            if (device.kind(i).isHostOp() && !device.name(i).contains("ProfilerStep")) {
                byLane[device.lane(i)].add(i);
                if (device.recordFunctionId(i) != 0) {
                    byFunction.put(device.recordFunctionId(i), i);
                }
            }
        }
        return byFunction;
    }

    /** Duration minus the union of the events that start later, in the order of (start, duration), and lie within. */
    private void exclusive(IntArrayList operators) {
        int[] order = operators.toIntArray();
        IntArrays.mergeSort(order, (a, b) -> {
            int byStart = Long.compare(device.startNanos(a), device.startNanos(b));
            return byStart != 0 ? byStart : Long.compare(device.durationNanos(a), device.durationNanos(b));
        });
        for (int k = 0; k < order.length; k++) {
            long end = device.endNanos(order[k]);
            long until = device.startNanos(order[k]);
            long left = device.durationNanos(order[k]);
            for (int j = k + 1; j < order.length && device.startNanos(order[j]) <= end; j++) {
                long innerEnd = device.endNanos(order[j]);
                if (innerEnd <= end && innerEnd > until) {
                    left -= innerEnd - Math.max(until, device.startNanos(order[j]));
                    until = innerEnd;
                }
            }
            plan.exclusive[order[k]] = left;
        }
    }

    private void launches() {
        Long2IntOpenHashMap calls = new Long2IntOpenHashMap();
        calls.defaultReturnValue(-1);
        for (int i = 0; i < device.size(); i++) {
            if (device.kind(i) == EventKind.RUNTIME && LAUNCHES.contains(device.name(i))) {
                calls.put(device.correlation(i), i);
            }
        }
        Long2ObjectOpenHashMap<IntArrayList> byExternal = new Long2ObjectOpenHashMap<>();
        for (IntArrayList operators : byLane) {
            for (int op : operators) {
                byExternal
                        .computeIfAbsent(device.externalId(op), id -> new IntArrayList())
                        .add(op);
            }
        }
        for (int i = 0; i < device.size(); i++) {
            boolean work = device.kind(i) == EventKind.KERNEL || device.kind(i) == EventKind.MEMCPY;
            int call = work ? calls.get(device.correlation(i)) : -1;
            int parent = call < 0 ? -1 : parent(i, call, byExternal.get(device.externalId(i)));
            if (parent >= 0) {
                workOfId.computeIfAbsent(device.externalId(parent), id -> new IntArrayList())
                        .add(i);
            }
        }
    }

    /**
     * The last operator before the launch on its thread with the work's External id, else the last operator overall.
     */
    private int parent(int work, int call, IntArrayList sameId) {
        boolean collective = device.name(work).contains("nccl");
        int exact = lastBefore(sameId, call, collective);
        return exact >= 0 ? exact : lastBefore(byLane[device.lane(call)], call, collective);
    }

    private int lastBefore(IntArrayList operators, int call, boolean collective) {
        for (int k = operators == null ? -1 : startsBefore(operators, device.startNanos(call)) - 1; k >= 0; k--) {
            int op = operators.getInt(k);
            boolean coalesced = collective && device.name(op).equals("nccl:coalesced");
            if (device.lane(op) == device.lane(call) && !coalesced) {
                return op;
            }
        }
        return -1;
    }

    private int startsBefore(IntArrayList operators, long start) {
        return BinarySearch.firstNot(0, operators.size(), i -> device.startNanos(operators.getInt(i)) < start);
    }

    /**
     * For each operator, the Record function id of the operator on another thread that it follows after a gap, or 0.
     */
    private long[] handoffs() {
        long[] after = new long[device.size()];
        for (IntArrayList operators : byLane) {
            long last = 0;
            for (int k = 0; k < operators.size(); k++) {
                int op = operators.getInt(k);
                boolean gap = k == 0 || device.startNanos(op) - device.endNanos(operators.getInt(k - 1)) > GAP_NANOS;
                last = gap ? latestElsewhere(operators, device.startNanos(op)) : last;
                after[op] = last;
            }
        }
        return after;
    }

    private long latestElsewhere(IntArrayList own, long start) {
        int best = -1;
        for (IntArrayList operators : byLane) {
            int before = operators == own ? 0 : startsBefore(operators, start);
            if (before > 0) {
                int op = operators.getInt(before - 1);
                best = best < 0 || device.startNanos(op) > device.startNanos(best) ? op : best;
            }
        }
        return best < 0 ? 0 : device.recordFunctionId(best);
    }

    private void join(Long2IntOpenHashMap byFunction, long[] after) {
        Long2IntOpenHashMap linked = new Long2IntOpenHashMap();
        linked.defaultReturnValue(-1);
        for (int i = 0; i < host.size(); i++) {
            int event = host.recordFunctionId(i) == 0 ? -1 : byFunction.get(host.recordFunctionId(i));
            if (event >= 0) {
                plan.event[i] = event;
                plan.work[i] = workOfId.get(device.externalId(event));
                plan.interThread[i] = after[event] == 0 ? -1 : linked.get(after[event]);
                linked.put(host.recordFunctionId(i), i);
            }
        }
    }
}

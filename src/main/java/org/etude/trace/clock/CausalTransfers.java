// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.clock;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.etude.number.Digits;
import org.etude.trace.comm.CommNames;
import org.etude.trace.json.Literal;
import org.etude.trace.model.CommArgs;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.ProcessGroup;

/**
 * Start and end times of one rank's messages and collectives, by what identifies them on both sides. Messages whose
 * peer the device trace does not state are left out, as are calls of host backends whose group it does not state.
 * Linear in the events.
 */
public final class CausalTransfers {
    /** Parts of names, without underscores, of collectives that end nowhere before they have begun everywhere. */
    private static final List<String> MUTUAL =
            List.of("allreduce", "allgather", "reducescatter", "alltoall", "barrier");

    private final DeviceTrace trace;
    private final int rank;
    private final AnchorNames names;
    private final GroupedCalls grouped;
    private final List<Integer> group;
    private final boolean ambiguous;
    private final Map<Route, CallTimes> sends = new HashMap<>();
    private final Map<Route, CallTimes> receives = new HashMap<>();
    private final Map<String, CallTimes> collectives = new HashMap<>();
    /** The ranks of each collective. */
    private final Map<String, List<Integer>> members = new HashMap<>();

    private final SortedSet<Integer> partners = new TreeSet<>();

    /**
     * What identifies the messages of a route on both sides.
     *
     * @param channel its tag or group
     * @param meets whether a send cannot end before its receive has begun: gloo sends only what was asked for
     */
    private record Route(int from, int to, String channel, boolean meets) {}

    /** Collects the transfers of the rank that recorded {@code trace}. */
    public CausalTransfers(DeviceTrace trace, int rank) {
        this.trace = trace;
        this.rank = rank;
        names = new AnchorNames(trace);
        grouped = new GroupedCalls(trace, names).find();
        List<ProcessGroup> groups = trace.header().groups();
        group = groups.isEmpty() ? List.of() : groups.get(0).ranks();
        ambiguous = groups.stream().anyMatch(other -> !other.ranks().equals(group));
        boolean kernels = false;
        boolean peers = grouped.any();
        for (int i = 0; i < trace.size(); i++) {
            boolean kernel = trace.kind(i) == EventKind.KERNEL && names.isAnchor(i);
            kernels |= kernel;
            peers |= kernel && names.isMessage(i) && peer(i) >= 0;
        }
        if (kernels) {
            gpu(peers ? EventKind.KERNEL : EventKind.GPU_ANNOTATION);
        } else {
            host();
        }
    }

    /** Kernels are the transfers of a GPU; where neither they nor their calls state the peers, the annotations around them may. */
    private void gpu(EventKind messages) {
        for (int i = 0; i < trace.size(); i++) {
            EventKind kind = trace.kind(i);
            if (trace.isFlagged(i)) {
                continue;
            }
            if (kind == EventKind.KERNEL && names.isCollective(i)) {
                collective(i);
            } else if (kind == messages && names.isMessage(i)) {
                if (peer(i) >= 0) {
                    message(i, i);
                }
                for (int call : grouped.of(i)) {
                    message(call, i);
                }
            }
        }
    }

    /** A message of a GPU, which an event describes and another one carries. */
    private void message(int call, int carrier) {
        CommArgs comm = trace.comm(call);
        String name = comm == null || comm.collective() == null ? trace.name(call) : comm.collective();
        String channel = comm == null || comm.groupName() == null ? "" : comm.groupName();
        message(isSend(name), peer(call), channel, trace.startNanos(carrier), trace.endNanos(carrier), false);
    }

    /** A host backend's message begins with the operator that calls it and ends with the backend's own range. */
    private void host() {
        int[] calls = new int[trace.laneCount()];
        for (int i = 0; i < trace.size(); i++) {
            String name = trace.name(i);
            if (trace.isFlagged(i)) {
                continue;
            }
            if (CommNames.isMessageCall(name)) {
                calls[trace.lane(i)] = i + 1;
            } else if (CommNames.isHostBackend(name) && names.isCollective(i)) {
                collective(i);
            } else if (CommNames.isHostBackend(name) && names.isMessage(i)) {
                int call = calls[trace.lane(i)] - 1;
                if (call >= 0 && trace.startNanos(i) <= trace.endNanos(call)) {
                    message(name, i, call);
                }
                calls[trace.lane(i)] = 0;
            }
        }
    }

    private void message(String name, int event, int call) {
        List<Object> inputs = Literal.list(trace.concreteInputs(call));
        int peer = inputs.size() < 4 ? -1 : number(inputs.get(2));
        if (peer >= 0 && !ambiguous && !trace.name(call).contains("any_source")) {
            int other = peer < group.size() ? group.get(peer) : peer;
            message(
                    isSend(name),
                    other,
                    "tag " + number(inputs.get(3)),
                    trace.startNanos(call),
                    trace.endNanos(event),
                    name.startsWith("gloo:"));
        }
    }

    private static int number(Object value) {
        return Digits.toInt(value.toString());
    }

    private void message(boolean send, int peer, String channel, long start, long end, boolean meets) {
        Route route = send ? new Route(rank, peer, channel, meets) : new Route(peer, rank, channel, meets);
        (send ? sends : receives).computeIfAbsent(route, r -> new CallTimes()).add(start, end);
        partners.add(peer);
    }

    private void collective(int i) {
        CommArgs comm = trace.comm(i);
        boolean listed = comm != null && !comm.groupRanks().isEmpty();
        if (!isMutual(trace.name(i)) || !listed && ambiguous) {
            return;
        }
        List<Integer> ranks = listed ? comm.groupRanks() : group;
        String label = ClockAnchors.label(trace, i) + " " + ranks;
        collectives.computeIfAbsent(label, l -> new CallTimes()).add(trace.startNanos(i), trace.endNanos(i));
        if (members.putIfAbsent(label, ranks) == null) {
            partners.addAll(ranks);
        }
    }

    private int peer(int i) {
        CommArgs comm = trace.comm(i);
        if (comm != null && comm.peer() >= 0) {
            return comm.peer();
        }
        int named = CommNames.peer(trace.name(i));
        return named < group.size() && named >= 0 && !ambiguous ? group.get(named) : -1;
    }

    private static boolean isSend(String name) {
        return name.toLowerCase(Locale.ROOT).contains("send");
    }

    private static boolean isMutual(String name) {
        String plain = name.toLowerCase(Locale.ROOT).replace("_", "");
        return MUTUAL.stream().anyMatch(plain::contains);
    }

    /** The other ranks with which this one exchanges something. */
    public int[] partners() {
        return partners.stream()
                .mapToInt(Integer::intValue)
                .filter(other -> other != rank)
                .toArray();
    }

    /**
     * Adds what this rank's transfers say about its clock and that of another rank's: a receive ends after its send
     * began, a send of gloo after its receive began, and a collective of which each rank needs all others ends after all
     * have begun.
     *
     * @param clock this rank's clock
     * @param shift added to this rank's times first, in ns
     * @return the number of messages and collectives compared
     */
    public int compare(
            int clock, long shift, CausalTransfers other, int otherClock, long otherShift, ClockBounds bounds) {
        int compared = 0;
        for (Map.Entry<Route, CallTimes> send : sends.entrySet()) {
            CallTimes receive = other.receives.get(send.getKey());
            if (receive != null) {
                send.getValue().beginBeforeTheEndsOf(receive, clock, shift, otherClock, otherShift, bounds);
                if (send.getKey().meets()) {
                    receive.beginBeforeTheEndsOf(send.getValue(), otherClock, otherShift, clock, shift, bounds);
                }
                compared += Math.min(send.getValue().size(), receive.size());
            }
        }
        for (Map.Entry<String, CallTimes> own : collectives.entrySet()) {
            CallTimes same = other.collectives.get(own.getKey());
            if (same != null && members.get(own.getKey()).contains(other.rank)) {
                own.getValue().beginBeforeTheEndsOf(same, clock, shift, otherClock, otherShift, bounds);
                compared += Math.min(own.getValue().size(), same.size());
            }
        }
        return compared;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.clock;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongAVLTreeMap;
import it.unimi.dsi.fastutil.longs.Long2LongSortedMap;
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
 * Linear in the events but for sorting the messages by time.
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
        for (int i = 0; i < trace.size() && !kernels; i++) {
            kernels = trace.kind(i) == EventKind.KERNEL && names.isAnchor(i);
        }
        if (kernels) {
            gpu(known());
        } else {
            host();
        }
    }

    /** Whether an event is a message's kernel of which itself or its calls state the peer. */
    private boolean isKnown(int i) {
        boolean message = trace.kind(i) == EventKind.KERNEL && !trace.isFlagged(i) && names.isMessage(i);
        return message && (peer(i) >= 0 || !grouped.of(i).isEmpty());
    }

    /** The kernels of messages with known peers, by stream and start. */
    private Int2ObjectOpenHashMap<Long2LongAVLTreeMap> known() {
        Int2ObjectOpenHashMap<Long2LongAVLTreeMap> endsByStart = new Int2ObjectOpenHashMap<>();
        for (int i = 0; i < trace.size(); i++) {
            if (isKnown(i)) {
                endsByStart
                        .computeIfAbsent(trace.lane(i), lane -> new Long2LongAVLTreeMap())
                        .merge(trace.startNanos(i), trace.endNanos(i), Math::min);
            }
        }
        return endsByStart;
    }

    /**
     * Kernels are the transfers of a GPU; where neither they nor their calls state the peers, the annotations around them may.
     *
     * @param known by stream and start, the ends of kernels that need no annotation
     */
    private void gpu(Int2ObjectOpenHashMap<Long2LongAVLTreeMap> known) {
        for (int i = 0; i < trace.size(); i++) {
            EventKind kind = trace.kind(i);
            if (trace.isFlagged(i)) {
                continue;
            }
            if (kind == EventKind.KERNEL && names.isCollective(i)) {
                collective(i);
            } else if (isKnown(i)) {
                if (peer(i) >= 0) {
                    message(i, i);
                }
                for (int call : grouped.of(i)) {
                    message(call, i);
                }
            } else if (kind == EventKind.GPU_ANNOTATION
                    && names.isMessage(i)
                    && peer(i) >= 0
                    && !surrounds(i, known.get(trace.lane(i)))) {
                message(i, i);
            }
        }
    }

    private boolean surrounds(int annotation, Long2LongAVLTreeMap endsByStart) {
        if (endsByStart == null) {
            return false;
        }
        Long2LongSortedMap later = endsByStart.tailMap(trace.startNanos(annotation));
        return !later.isEmpty() && later.get(later.firstLongKey()) <= trace.endNanos(annotation);
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

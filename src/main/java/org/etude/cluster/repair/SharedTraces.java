// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.etude.et.wire.EtPool;

/**
 * Which ranks have one trace in common, as on one machine, where such a trace is edited once and its changes name the
 * lowest of these ranks.
 */
final class SharedTraces {
    /** By rank, the lowest rank with the same trace. */
    private final int[] lowest;

    private final Map<RepairPhase, Set<Integer>> silent = new EnumMap<>(RepairPhase.class);

    private SharedTraces(List<?> traces) {
        lowest = new int[traces.size()];
        share(traces);
    }

    /** Ranks whose traces are equal are those with equal keys. */
    static SharedTraces of(List<?> keys) {
        return new SharedTraces(keys);
    }

    /**
     * The sharing of files that {@link EtPool} reads.
     *
     * @param digests by rank, length and checksums of its file; "" for none
     */
    static SharedTraces ofFiles(List<String> digests) {
        Map<String, Deque<String>> last = new HashMap<>();
        List<Object> keys = new ArrayList<>();
        Map<String, Integer> readBy = new HashMap<>();
        for (int rank = 0; rank < digests.size(); rank++) {
            String digest = digests.get(rank);
            Deque<String> known = last.computeIfAbsent(digest.split("-", 2)[0], length -> new ArrayDeque<>());
            if (digest.isEmpty() || !known.contains(digest)) {
                readBy.put(digest, rank);
                known.addLast(digest);
                if (known.size() > EtPool.COMPARED) {
                    known.removeFirst();
                }
            }
            keys.add(readBy.get(digest));
        }
        return new SharedTraces(keys);
    }

    /** Traces with messages are edited one by one. */
    void edited(RepairPhase phase, List<TraceEdit> edits) {
        List<Object> keys = new ArrayList<>();
        Set<Integer> unheard = new TreeSet<>();
        for (int rank = 0; rank < lowest.length; rank++) {
            TraceEdit edit = edits.get(rank);
            keys.add(edit.changed() && edit.messages() ? "own " + rank : (Object) lowest[rank]);
            if (!edit.messages() && lowest[rank] != rank) {
                unheard.add(rank);
            }
        }
        silent.put(phase, unheard);
        share(keys);
    }

    /** Ranks of one trace and one class in each group are edited once. */
    void planned(List<CollectiveExchange.Answer> plans) {
        List<Object> keys = new ArrayList<>();
        for (int rank = 0; rank < lowest.length; rank++) {
            keys.add(List.of(lowest[rank], key(plans.get(rank).classes(), rank)));
        }
        share(keys);
        silent.put(RepairPhase.COLLECTIVES, copies());
    }

    /** A rank that leaves a group has a plan of its own. */
    private static Map<String, Integer> key(Map<String, Integer> classes, int rank) {
        Map<String, Integer> key = new HashMap<>(classes);
        key.replaceAll((group, rankClass) -> rankClass < 0 ? ~rank : rankClass);
        return key;
    }

    private void share(List<?> keys) {
        Map<Object, Integer> first = new HashMap<>();
        for (int rank = 0; rank < lowest.length; rank++) {
            Integer known = first.putIfAbsent(keys.get(rank), rank);
            lowest[rank] = known == null ? rank : known;
        }
    }

    /** The lowest rank with the same trace. */
    int lowest(int rank) {
        return lowest[rank];
    }

    /** Ranks that are not the lowest with their trace. */
    Set<Integer> copies() {
        Set<Integer> copies = new TreeSet<>();
        for (int rank = 0; rank < lowest.length; rank++) {
            if (lowest[rank] != rank) {
                copies.add(rank);
            }
        }
        return copies;
    }

    /** By phase, ranks whose changes a lower rank lists. */
    Map<RepairPhase, Set<Integer>> silent() {
        return silent;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads {@code pg_status}, the counters of a rank's process groups ({@code FlightRecorderDetail.hpp}):
 *
 * <pre>
 * pg_status   {PG_ID: {"last_enqueued_collective": n, "last_started_collective": n, "last_completed_collective": n}}
 * </pre>
 *
 * A counter is a number in a pickle and a text in JSON, -1 before the first collective. PG_ID is a number of the rank's own;
 * records state it with the name of the group. A group enters pg_status with its first record, so that a group
 * without records is unused if every PG_ID is known, and has the unknown PG_ID if it is the only such group. Groups that remain
 * ambiguous have no counters.
 */
final class ProgressReader {
    private final FlightValues status;
    private final String where;
    private final Map<String, String> named = new TreeMap<>();
    private final Set<String> ambiguous = new HashSet<>();

    private ProgressReader(Object status, String file) {
        this.where = file + ", pg_status";
        this.status = new FlightValues(status == null ? Map.of() : status, where);
    }

    /**
     * The counters by name of the group.
     *
     * @param status the field of the dump, or null
     * @param records the dicts of the records
     * @param entries the same records
     * @param groups ranks of each group
     */
    static Map<String, FlightProgress> read(
            Object status,
            String file,
            int rank,
            List<?> records,
            List<FlightEntry> entries,
            Map<String, List<Integer>> groups) {
        ProgressReader reader = new ProgressReader(status, file);
        for (int i = 0; i < entries.size(); i++) {
            FlightValues values = new FlightValues(records.get(i), file + ", entry " + i);
            if (values.has("pg_id")) {
                reader.name(
                        String.valueOf(values.whole("pg_id", 0)), entries.get(i).group());
            }
        }
        List<String> silent = new ArrayList<>();
        groups.forEach((name, ranks) -> {
            if (ranks.contains(rank)) {
                silent.add(name);
            }
        });
        return reader.read(silent);
    }

    private void name(String id, String group) {
        String before = named.putIfAbsent(id, group);
        if (before != null && !before.equals(group)) {
            ambiguous.add(before);
            ambiguous.add(group);
        }
    }

    private Map<String, FlightProgress> read(List<String> groups) {
        Map<String, FlightProgress> progress = new HashMap<>();
        List<String> unnamed = new ArrayList<>();
        for (String id : status.names()) {
            String group = named.get(id);
            if (group == null) {
                unnamed.add(id);
            } else if (progress.put(group, counters(id)) != null) {
                ambiguous.add(group);
            }
        }
        List<String> silent = new ArrayList<>(groups);
        silent.removeAll(named.values());
        if (unnamed.size() == 1 && silent.size() == 1) {
            progress.put(silent.get(0), counters(unnamed.get(0)));
        } else if (unnamed.isEmpty() && !progress.isEmpty()) {
            silent.forEach(group -> progress.put(group, FlightProgress.NONE));
        }
        progress.keySet().removeAll(ambiguous);
        return progress;
    }

    private FlightProgress counters(String id) {
        FlightValues values = new FlightValues(status.value(id), where + " " + id);
        return new FlightProgress(
                values.counter("last_enqueued_collective"), values.counter("last_completed_collective"));
    }
}

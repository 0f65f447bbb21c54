// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes dumps of a flight recorder by the public definition: records of ranks, then files. Times are seconds after 2025-11-22 10:00. */
public final class FlightLog {
    private static final long BASE = 1_763_805_600_000_000_000L;
    private static final long SECOND = 1_000_000_000L;

    private final Map<Integer, List<Map<String, Object>>> entries = new TreeMap<>();
    private final Map<String, List<Integer>> groups = new LinkedHashMap<>();
    private final Map<Integer, Integer> lost = new TreeMap<>();
    private final Map<Integer, Map<String, Object>> status = new TreeMap<>();

    public FlightLog(int ranks) {
        List<Integer> all = new ArrayList<>();
        for (int r = 0; r < ranks; r++) {
            entries.put(r, new ArrayList<>());
            all.add(r);
        }
        groups.put("0", all);
    }

    public FlightLog group(String name, Integer... ranks) {
        groups.put(name, List.of(ranks));
        return this;
    }

    /** So many older records of a rank were overwritten. */
    public FlightLog lost(int rank, int records) {
        lost.put(rank, records);
        return this;
    }

    /** The counters of a rank in a group, without which a dump of it has none. */
    public FlightLog status(int rank, String group, long enqueued, long completed) {
        status.computeIfAbsent(rank, r -> new LinkedHashMap<>())
                .put(
                        String.valueOf(id(group)),
                        Map.of(
                                "last_enqueued_collective", enqueued,
                                "last_started_collective", -1L,
                                "last_completed_collective", completed));
        return this;
    }

    /** The number that a group has on every rank. */
    private int id(String group) {
        return List.copyOf(groups.keySet()).indexOf(group);
    }

    /** Removes the completed records, as a dump of the active ones does. */
    public FlightLog onlyActive() {
        entries.values().forEach(own -> own.removeIf(e -> e.get("state").equals("completed")));
        return this;
    }

    /** A collective that the hook of a process group recorded: scheduled, and perhaps over. */
    public FlightLog hooked(String group, int seq, String name, int elements, boolean over, double at, int... ranks) {
        for (int rank : ranks) {
            put(rank, group, seq, name, elements, "scheduled", at, false);
            entries.get(rank).get(entries.get(rank).size() - 1).put("retired", over);
        }
        return this;
    }

    /** A collective of 4 bytes per element on some ranks. */
    public FlightLog add(String group, int seq, String name, int elements, String state, double at, int... ranks) {
        for (int rank : ranks) {
            put(rank, group, seq, "nccl:" + name, elements, state, at, false);
        }
        return this;
    }

    public FlightLog message(int seq, String name, int elements, String state, double at, int rank) {
        put(rank, "0", seq, "nccl:" + name, elements, state, at, true);
        return this;
    }

    /** A collective of gloo, which PyTorch leaves scheduled; it is over, or ranks wait in it. */
    public FlightLog gloo(String group, int seq, String name, int elements, boolean over, double at, int... ranks) {
        return hooked(group, seq, "gloo:" + name, elements, over, at, ranks);
    }

    private void put(int rank, String group, int seq, String name, int n, String state, double at, boolean p2p) {
        List<Map<String, Object>> own = entries.get(rank);
        long created = BASE + (long) (at * SECOND);
        Map<String, Object> e = new LinkedHashMap<>();
        e.put(
                "frames",
                List.of(
                        Map.of(
                                "name",
                                "all_reduce",
                                "filename",
                                "/env/torch/distributed/distributed_c10d.py",
                                "line",
                                2696),
                        Map.of("name", "step", "filename", "/job/train.py", "line", 17 + seq)));
        e.put("record_id", lost.getOrDefault(rank, 0) + own.size());
        e.put("pg_id", id(group));
        e.put("process_group", List.of(group, group.equals("0") ? "default_pg" : "undefined"));
        e.put("collective_seq_id", p2p ? 0 : seq);
        e.put("p2p_seq_id", p2p ? seq : 0);
        e.put("op_id", own.size());
        e.put("profiling_name", name);
        e.put("time_created_ns", created);
        e.put("duration_ms", 1.5);
        e.put("input_sizes", List.of(List.of(n)));
        e.put("input_dtypes", List.of("Float"));
        e.put("output_sizes", List.of(List.of(n)));
        e.put("output_dtypes", List.of("Float"));
        e.put("state", state);
        e.put("time_discovered_started_ns", state.equals("scheduled") ? null : created + 1000);
        e.put("time_discovered_completed_ns", state.equals("completed") ? created + 2000 : null);
        e.put("retired", !state.equals("scheduled"));
        e.put("timeout_ms", 600_000);
        e.put("is_p2p", p2p);
        own.add(e);
    }

    private Map<String, Object> root(int rank) {
        Map<String, Object> config = new LinkedHashMap<>();
        groups.forEach((name, ranks) -> {
            if (ranks.contains(rank)) {
                config.put(name, Map.of("name", name, "desc", "", "ranks", ranks.toString()));
            }
        });
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("version", "2.4");
        root.put("pg_config", config);
        root.put("pg_status", status.getOrDefault(rank, Map.of()));
        root.put("entries", entries.get(rank));
        return root;
    }

    public byte[] pickle(int rank) {
        return PickleWriter.of(root(rank));
    }

    /** Files rank_R of all ranks but those without records. */
    public Path write(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (int rank : entries.keySet()) {
            if (!entries.get(rank).isEmpty()) {
                Files.write(folder.resolve("rank_" + rank), pickle(rank));
            }
        }
        return folder;
    }

    /** The same as JSON, where times that were not seen are 0. */
    public Path json(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (int rank : entries.keySet()) {
            String text = new ObjectMapper()
                    .writeValueAsString(root(rank))
                    .replace(":null", ":0")
                    .replaceAll("(_collective\":)(-?\\d+)", "$1\"$2\"");
            Files.writeString(folder.resolve("nccl_trace_rank_" + rank + ".json"), text);
        }
        return folder;
    }
}

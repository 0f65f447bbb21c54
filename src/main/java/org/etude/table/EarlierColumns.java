// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.table.schema.Schema;

/** Names that columns had in files of earlier versions, which {@link TableReader} still accepts. */
final class EarlierColumns {
    private static final List<Earlier> ALL = List.of(
            new Earlier("arrivals", "arrive_us", "arrived_us"),
            new Earlier("calibration", "flags", "notes"),
            new Earlier("candidates", "why", "reason"),
            new Earlier("counters", "least", "min"),
            new Earlier("counters", "most", "max"),
            new Earlier("critical_path", "type", "node_type"),
            new Earlier("exposed_comm", "exposed_ms", "exposed_comm_ms"),
            new Earlier("extrapolation", "parameter_bytes", "parameters_bytes"),
            new Earlier("flight_ranks", "last", "last_operation"),
            new Earlier("flows", "payload_bytes", "size_bytes"),
            new Earlier("links", "carried_bytes", "sent_bytes"),
            new Earlier("memory", "temporary_bytes", "workspace_bytes"),
            new Earlier("memory", "weights_bytes", "parameters_bytes"),
            new Earlier("nodes", "comm_bytes", "size_bytes"),
            new Earlier("nodes", "comm_type", "type"),
            new Earlier("nodes", "type", "node_type"),
            new Earlier("ops", "type", "node_type"),
            new Earlier("plans", "exposed_frac", "exposed_comm_frac"),
            new Earlier("predictions", "exposed_s", "exposed_comm_s"),
            new Earlier("predictions", "note", "notes"),
            new Earlier("shared_jobs", "slowdown_frac", "added_frac"),
            new Earlier("sim_collectives", "kind", "type"),
            new Earlier("step_range", "why", "evidence"),
            new Earlier("sweep", "pauses", "pauses_obeyed"),
            new Earlier("timings", "error_frac", "stderr_frac"),
            new Earlier("topology_links", "error_frac", "loss_frac"),
            new Earlier("triosim_messages", "micro_batch", "micro_batch_index"),
            new Earlier("triosim_ops", "micro_batch", "micro_batch_index"),
            new Earlier("triosim_ops", "place", "seq"),
            new Earlier("what_if", "stopped", "reason"),
            new Earlier("workload", "comm_bytes", "size_bytes"),
            new Earlier("workload", "type", "kind"));

    private EarlierColumns() {}

    /**
     * A column that had another name.
     *
     * @param table the table it belongs to
     * @param earlier its name in old files
     * @param now its name
     */
    record Earlier(String table, String earlier, String now) {}

    static List<Earlier> all() {
        return ALL;
    }

    /** Whether a file's columns are those of a table, some of them under earlier names. */
    static boolean match(Schema<?> schema, List<String> header) {
        Map<String, String> now = new HashMap<>();
        ALL.stream().filter(one -> one.table().equals(schema.name())).forEach(one -> now.put(one.earlier(), one.now()));
        return header.stream()
                .map(name -> now.getOrDefault(name, name))
                .toList()
                .equals(schema.columnNames());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The database of rocprofv3 (rocpd, its default since ROCm 7; ROCm/rocprofiler-sdk
 * source/share/rocprofiler-sdk-rocpd/data_views.sql, schemas 3 and 4). Its table names contain a unique id, so its
 * views are read:
 *
 * <pre>
 * kernels(name, pid, agent_abs_index, stream_id, queue_id, start, end, stack_id)
 * memory_copies(name, pid, dst_agent_abs_index, src_agent_abs_index, stream_id, queue_id, start, end, size, stack_id)
 * regions(category, name, pid, tid, start, end, stack_id, extdata, event_id, guid)     calls of HIP, HSA, RCCL; ROCTx ranges
 * graph_launches(pid, agent_abs_index, queue_id, start, end, graph_exec_id, stack_id)             since schema 3.0.2
 * rocpd_info_agent(type, absolute_index, name)
 * rocpd_info_process(pid, guid)
 * rocpd_info_node(hostname)
 * </pre>
 *
 * Schema 4 writes absolute_index instead of abs_index. Times are ns since the machine's start. GPU work has the stack_id of
 * the innermost recorded call that launched it: that of HSA inside HIP's when {@code --hsa-trace} or {@code --sys-trace}
 * recorded both. A ROCTx range has the name of the call (roctxRangePushA); its text is {@code message} in extdata. Categories are those of
 * rocprofv3 (HIP_RUNTIME_API, HSA_CORE_API, MARKER_CORE_API, KFD_QUEUE) or of rocprof-sys (rocm_hip_api, rocm_hsa_api);
 * what the kernel driver did (KFD) is no range of the program. A launch of a HIP graph is read as one kernel if its
 * kernels were not recorded. What calls of RCCL transfer is in {@link RcclArguments}. {@code rocpd merge} puts several
 * processes into one file.
 */
final class RocpdSchema implements DatabaseSchema {
    private static final String REGIONS = "regions";
    private static final String COPIES = "memory_copies";
    private static final String GRAPHS = "graph_launches";
    private static final String CATEGORY = "COALESCE(category, '')";
    private static final String HIP = "(category LIKE 'HIP%' OR category LIKE 'rocm!_hip%' ESCAPE '!')";
    private static final String HSA = "(category LIKE 'HSA%' OR category LIKE 'rocm!_hsa%' ESCAPE '!')";
    private static final String RANGE = CATEGORY + " NOT LIKE 'HIP%' AND " + CATEGORY + " NOT LIKE 'HSA%' AND "
            + CATEGORY + " NOT LIKE 'KFD%' AND " + CATEGORY + " NOT LIKE 'rocm!_h%' ESCAPE '!'";

    /** The direction of a copy as CUPTI has it: HtoD for MEMORY_COPY_HOST_TO_DEVICE. */
    private static final String COPY =
            "REPLACE(REPLACE(REPLACE(REPLACE(name, 'MEMORY_COPY_', ''), 'HOST', 'H'), 'DEVICE', 'D'), '_TO_', 'to')";

    private final ProfilerDatabase database;

    RocpdSchema(ProfilerDatabase database) {
        this.database = database;
    }

    static boolean fits(ProfilerDatabase database) {
        return database.has("kernels") && database.has(REGIONS) && database.has("rocpd_metadata");
    }

    @Override
    public List<Long> processes() throws SQLException, BadRecording {
        if (database.hasColumn("rocpd_info_process", "guid")) {
            List<Long> twice = database.numbers(
                    "SELECT pid FROM rocpd_info_process GROUP BY pid HAVING COUNT(DISTINCT guid) > 1 ORDER BY 1");
            if (!twice.isEmpty()) {
                throw new BadRecording(
                        "several processes, of different nodes or containers, have the id " + twice.get(0),
                        "Give the databases that were merged, each named after its rank.",
                        null);
            }
        }
        String copies = database.has(COPIES) ? " UNION SELECT DISTINCT pid FROM memory_copies" : "";
        String graphs = database.has(GRAPHS) ? " UNION SELECT DISTINCT pid FROM graph_launches" : "";
        List<Long> found = database.numbers("SELECT DISTINCT pid FROM kernels" + copies + graphs + " ORDER BY 1");
        return found.isEmpty() ? database.numbers("SELECT DISTINCT pid FROM regions ORDER BY 1") : found;
    }

    @Override
    public List<EventQuery> queries(long process) throws SQLException {
        List<EventQuery> queries = new ArrayList<>();
        String text = database.hasColumn(REGIONS, "extdata")
                ? "COALESCE(CASE WHEN json_valid(r.extdata) THEN json_extract(r.extdata, '$.message') END, r.name)"
                : "r.name";
        RcclArguments arguments = new RcclArguments(database);
        queries.add(new EventQuery(
                        "user_annotation",
                        "SELECT r.start, r.end, " + text + ", r.pid, r.tid, NULL, NULL, " + arguments.columns()
                                + " FROM regions r" + arguments.join() + " WHERE r.pid = " + process + " AND " + RANGE,
                        false)
                .with(arguments));
        queries.add(regions("cuda_driver", "name", "stack_id", HSA, process));
        queries.add(regions("cuda_runtime", "name", "stack_id", HIP, process));
        queries.add(new EventQuery(
                "kernel",
                "SELECT start, end, name, " + index("kernels", "agent_")
                        + ", COALESCE(stream_id, queue_id, 0), stack_id, NULL FROM kernels WHERE pid = " + process,
                true));
        if (database.has(GRAPHS)) {
            queries.add(new EventQuery(
                    "kernel",
                    "SELECT start, end, 'HIP graph ' || graph_exec_id, COALESCE(" + index(GRAPHS, "agent_")
                            + ", 0), COALESCE(queue_id, 0), stack_id, NULL FROM graph_launches WHERE pid = " + process
                            + " AND stack_id NOT IN (SELECT stack_id FROM kernels WHERE pid = " + process
                            + " AND stack_id IS NOT NULL)",
                    true));
        }
        if (database.has(COPIES)) {
            queries.add(new EventQuery(
                    "gpu_memcpy",
                    "SELECT start, end, 'Memcpy ' || " + COPY + ", MAX(COALESCE(" + index(COPIES, "dst_agent_")
                            + ", 0), COALESCE(" + index(COPIES, "src_agent_")
                            + ", 0)), COALESCE(stream_id, queue_id, 0), stack_id, size FROM memory_copies WHERE pid = "
                            + process,
                    true));
        }
        return queries;
    }

    /** The column with the number of an agent, under the name that the file's schema has for it. */
    private String index(String view, String agent) throws SQLException {
        return database.hasColumn(view, agent + "absolute_index") ? agent + "absolute_index" : agent + "abs_index";
    }

    private static EventQuery regions(String category, String name, String correlation, String where, long process) {
        return new EventQuery(
                category,
                "SELECT start, end, " + name + ", pid, tid, " + correlation + ", NULL FROM regions WHERE pid = "
                        + process + " AND " + where,
                false);
    }

    @Override
    public String head(long process) throws SQLException {
        List<String> gpus = database.has("rocpd_info_agent")
                ? database.texts("SELECT name FROM rocpd_info_agent WHERE type = 'GPU' ORDER BY absolute_index")
                : List.of();
        List<String> machines = database.hasColumn("rocpd_info_node", "hostname")
                ? database.texts("SELECT DISTINCT hostname FROM rocpd_info_node WHERE hostname IS NOT NULL")
                : List.of();
        return RocprofHead.of(machines.size() == 1 ? machines.get(0) : "", gpus);
    }
}

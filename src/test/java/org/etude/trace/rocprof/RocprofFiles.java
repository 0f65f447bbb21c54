// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.rocprof;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Writes what rocprofv3 writes of a process, as tables and as JSON, by its public definitions. Each loop of the process is
 * a range, a launch with its kernel, a copy to the GPU and an all-reduce on another stream.
 */
public final class RocprofFiles {
    private static final String API =
            "Domain,Function,Process_Id,Thread_Id,Correlation_Id,Start_Timestamp,End_Timestamp";
    private static final List<String> KINDS = List.of(
            "NONE",
            "HIP_RUNTIME_API",
            "MARKER_CORE_RANGE_API",
            "RCCL_API",
            "KERNEL_DISPATCH",
            "MEMORY_COPY",
            "HSA_CORE_API");
    private static final List<List<String>> OPERATIONS = List.of(
            List.of(),
            List.of("hipLaunchKernel", "hipMemcpyAsync"),
            List.of("roctxMarkA", "roctxThreadRangeA"),
            List.of("ncclAllReduce"),
            List.of("KERNEL_DISPATCH_NONE", "KERNEL_DISPATCH_COMPLETE"),
            List.of("MEMORY_COPY_NONE", "MEMORY_COPY_HOST_TO_HOST", "MEMORY_COPY_HOST_TO_DEVICE"),
            List.of("hsa_signal_store_screlease"));
    private static final List<String> KERNELS =
            List.of("gemm(float const*, int)", "ncclDevKernel_Generic_1(ncclDevKernelArgsStorage<4096ul>)");
    private static final long STEP = 1_000_000;

    private final int process;
    private final int agent;
    private final int loops;
    private final List<String> ranges = new ArrayList<>();

    private RocprofFiles(int process, int agent, int loops) {
        this.process = process;
        this.agent = agent;
        this.loops = loops;
    }

    /** One call, range, kernel or copy of the process. */
    private record Event(int kind, int operation, long correlation, long start, long end, int kernel, int stream) {}

    private List<Event> events() {
        List<Event> events = new ArrayList<>();
        ranges.clear();
        for (int i = 0; i < loops; i++) {
            long at = 7_000_000_000L + i * STEP;
            long id = 10L * i;
            ranges.add("ProfilerStep#" + i);
            events.add(new Event(2, 1, id + 1, at, at + STEP - 1000, -1, 0));
            events.add(new Event(1, 0, id + 2, at + 10_000, at + 15_123, -1, 0));
            events.add(new Event(6, 0, id + 6, at + 11_000, at + 12_000, -1, 0));
            events.add(new Event(4, 1, id + 2, at + 20_000, at + 420_001, 0, 1));
            events.add(new Event(1, 1, id + 3, at + 30_000, at + 35_000, -1, 0));
            events.add(new Event(5, 2, id + 3, at + 430_000, at + 450_000, -1, 1));
            events.add(new Event(3, 0, id + 4, at + 40_000, at + 60_000, -1, 0));
            events.add(new Event(1, 0, id + 5, at + 45_000, at + 50_000, -1, 0));
            events.add(new Event(4, 1, id + 5, at + 300_000, at + 800_000, 1, 2));
        }
        return events;
    }

    /** The tables of a process, with a prefix. */
    public static Path tables(Path dir, String prefix, int process, int agent, int loops) {
        return new RocprofFiles(process, agent, loops).tables(dir, prefix + "_");
    }

    /** The JSON of a process. */
    public static Path json(Path file, int process, int agent, int loops) {
        return write(file, new RocprofFiles(process, agent, loops).json());
    }

    private Path tables(Path dir, String prefix) {
        List<Event> events = events();
        StringBuilder kernels = new StringBuilder(
                "Kind,Agent_Id,Queue_Id,Stream_Id,Thread_Id,Dispatch_Id,Kernel_Id,Kernel_Name,Correlation_Id,Start_Timestamp,"
                        + "End_Timestamp,LDS_Block_Size\n");
        StringBuilder copies = new StringBuilder(
                "Kind,Direction,Stream_Id,Source_Agent_Id,Destination_Agent_Id,Correlation_Id,Start_Timestamp,End_Timestamp\n");
        String[] names = {"", "hip_api", "marker_api", "rccl_api", "", "", "hsa_api"};
        StringBuilder[] calls = new StringBuilder[names.length];
        for (Event e : events) {
            if (e.kind == 4) {
                kernels.append(String.format(
                        Locale.ROOT,
                        "\"KERNEL_DISPATCH\",\"Agent %d\",3,%d,%d,1,%d,\"%s\",%d,%d,%d,0\n",
                        agent,
                        e.stream,
                        process,
                        e.kernel,
                        KERNELS.get(e.kernel),
                        e.correlation,
                        e.start,
                        e.end));
            } else if (e.kind == 5) {
                copies.append(String.format(
                        Locale.ROOT,
                        "\"MEMORY_COPY\",\"%s\",%d,\"Agent 0\",\"Agent %d\",%d,%d,%d\n",
                        OPERATIONS.get(5).get(e.operation),
                        e.stream,
                        agent,
                        e.correlation,
                        e.start,
                        e.end));
            } else {
                if (calls[e.kind] == null) {
                    calls[e.kind] = new StringBuilder(API + "\n");
                }
                String name = e.kind == 2
                        ? ranges.get((int) (e.correlation / 10))
                        : OPERATIONS.get(e.kind).get(e.operation);
                calls[e.kind].append(String.format(
                        Locale.ROOT,
                        "\"%s\",\"%s\",%d,%d,%d,%d,%d\n",
                        KINDS.get(e.kind),
                        name,
                        process,
                        process,
                        e.correlation,
                        e.start,
                        e.end));
            }
        }
        write(dir.resolve(prefix + "kernel_trace.csv"), kernels.toString());
        write(dir.resolve(prefix + "memory_copy_trace.csv"), copies.toString());
        write(
                dir.resolve(prefix + "agent_info.csv"),
                "Node_Id,Agent_Type,Name\n0,CPU,EPYC\n" + agent + ",GPU,gfx942\n");
        for (int k = 0; k < names.length; k++) {
            if (calls[k] != null) {
                write(dir.resolve(prefix + names[k] + "_trace.csv"), calls[k].toString());
            }
        }
        return dir;
    }

    private String json() {
        List<Event> events = events();
        StringBuilder out = new StringBuilder();
        out.append(String.format(
                Locale.ROOT,
                "{\n\"rocprofiler-sdk-tool\": [\n{\"metadata\": {\"node\": {\"hash\": 1, \"hostname\": \"box\"}, \"pid\": %d},\n",
                process));
        out.append(String.format(
                Locale.ROOT,
                "\"agents\": [{\"size\": 9, \"id\": {\"handle\": 11}, \"type\": 1, \"name\": \"EPYC\", \"node_id\": 0},"
                        + " {\"size\": 9, \"id\": {\"handle\": 22}, \"type\": 2, \"name\": \"gfx942\", \"node_id\": %d}],\n",
                agent));
        out.append("\"counters\": [], \"strings\": {\"callback_records\": [], \"buffer_records\": [");
        for (int k = 0; k < KINDS.size(); k++) {
            out.append(k == 0 ? "" : ", ")
                    .append("{\"kind\": \"")
                    .append(KINDS.get(k))
                    .append("\", \"operations\": [")
                    .append(OPERATIONS.get(k).isEmpty() ? "" : '"' + String.join("\", \"", OPERATIONS.get(k)) + '"')
                    .append("]}");
        }
        out.append("], \"marker_api\": [");
        for (int i = 0; i < ranges.size(); i++) {
            out.append(i == 0 ? "" : ", ")
                    .append("{\"key\": ")
                    .append(10 * i + 1)
                    .append(", \"value\": \"")
                    .append(ranges.get(i))
                    .append("\"}");
        }
        out.append("], \"correlation_id\": {\"external\": []}},\n\"code_objects\": [], \"kernel_symbols\": [");
        for (int k = 0; k < KERNELS.size(); k++) {
            out.append(k == 0 ? "" : ", ")
                    .append("{\"kernel_id\": ")
                    .append(k)
                    .append(", \"kernel_name\": \"mangled.kd\", \"formatted_kernel_name\": \"")
                    .append(KERNELS.get(k))
                    .append("\"}");
        }
        out.append("], \"host_functions\": [], \"summary\": [], \"callback_records\": {\"counter_collection\": []},\n");
        String[] lists = {"", "hip_api", "marker_api", "rccl_api", "kernel_dispatch", "memory_copy", "hsa_api"};
        out.append("\"buffer_records\": {\"scratch_memory\": []");
        for (int k = 1; k < lists.length; k++) {
            out.append(",\n\"").append(lists[k]).append("\": [");
            String between = "";
            for (Event e : events) {
                if (e.kind == k) {
                    out.append(between).append(record(e));
                    between = ", ";
                }
            }
            out.append(']');
        }
        return out.append("}}\n]\n}\n").toString();
    }

    private String record(Event e) {
        String text = String.format(
                Locale.ROOT,
                "{\"size\": 72, \"kind\": %d, \"operation\": %d, \"thread_id\": %d, \"correlation_id\": {\"internal\": %d,"
                        + " \"external\": 0}, \"start_timestamp\": %d, \"end_timestamp\": %d",
                e.kind,
                e.operation,
                process,
                e.correlation,
                e.start,
                e.end);
        String stream = ", \"stream_id\": {\"handle\": " + e.stream + "}}";
        return switch (e.kind) {
            case 4 ->
                text
                        + ", \"dispatch_info\": {\"size\": 1, \"agent_id\": {\"handle\": 22}, \"queue_id\": {\"handle\": 3}, \"kernel_id\": "
                        + e.kernel + "}" + stream;
            case 5 ->
                text + ", \"dst_agent_id\": {\"handle\": 22}, \"src_agent_id\": {\"handle\": 11}, \"bytes\": 4096"
                        + stream;
            default -> text + "}";
        };
    }

    private static Path write(Path file, String text) {
        try {
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

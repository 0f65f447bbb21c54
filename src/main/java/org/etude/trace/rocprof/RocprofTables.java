// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.rocprof;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.etude.csv.CsvRows;
import org.etude.report.Gzip;
import org.etude.trace.database.BadRecording;
import org.etude.trace.database.RocprofHead;

/**
 * The tables that {@code rocprofv3 --output-format csv} writes for one process (ROCm/rocprofiler-sdk
 * source/lib/output/generateCSV.cpp), or {@code rocpd convert -f csv} from its database (rocpd/csv.py). Their names have the prefix of
 * {@code --output-file}, by default the process id. Read are
 *
 * <pre>
 * PREFIX_kernel_trace.csv       Kind, Agent_Id, Queue_Id, Stream_Id, Kernel_Name, Correlation_Id, Start_Timestamp, End_Timestamp
 * PREFIX_memory_copy_trace.csv  Kind, Direction, Stream_Id, Source_Agent_Id, Destination_Agent_Id, Correlation_Id, ...
 * PREFIX_hip_api_trace.csv, PREFIX_hsa_api_trace.csv, PREFIX_marker_api_trace.csv, PREFIX_rccl_api_trace.csv
 *                               Domain, Function, Process_Id, Thread_Id, Correlation_Id, Start_Timestamp, End_Timestamp
 * PREFIX_regions_trace.csv      the same of all domains, as rocpd writes it
 * PREFIX_agent_info.csv         Agent_Type, Name
 * </pre>
 *
 * Columns are found by name, whatever their case and order. Stream_Id is missing before ROCm 6.4; the queue takes its place.
 * An agent is "Agent 4", "GPU 0" or 4. Times are ns. Function holds the text of a ROCTx range. The tables have no bytes of copies and
 * no launches of graphs. Guid is the process in tables that rocpd wrote.
 */
public final class RocprofTables {
    private static final Pattern NAME = Pattern.compile(
            "(?:(.*)_)?(kernel|memory_copy|hip_api|hsa_api|marker_api|rccl_api|regions)_trace\\.csv(?:\\.gz)?",
            Pattern.CASE_INSENSITIVE);

    private RocprofTables() {}

    /** The prefix of the recording that a table belongs to, by its name; empty if it is none of these tables. */
    public static Optional<String> prefix(String name) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches() ? Optional.of(matcher.group(1) == null ? "" : matcher.group(1)) : Optional.empty();
    }

    /** Whether a file with this beginning is such a table: its first line names the columns of an event. */
    public static boolean startsAsOne(byte[] head) {
        String text = new String(head, StandardCharsets.ISO_8859_1);
        String line = text.lines().findFirst().orElse("").toLowerCase(Locale.ROOT);
        return line.contains("start_timestamp") && (line.contains("kind") || line.contains("domain"));
    }

    /**
     * Opens the recording that a table belongs to as a Kineto trace. Streaming: one row is in memory at a time.
     *
     * @throws BadRecording when one of its tables cannot be read; while it is read, for a row that cannot be used
     */
    public static InputStream open(Path table) throws IOException {
        String prefix = prefix(String.valueOf(table.getFileName())).orElse("");
        Path folder = table.toAbsolutePath().getParent();
        List<Path> tables = new ArrayList<>();
        List<String> gpus = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                String name = String.valueOf(file.getFileName());
                if (prefix(name).filter(prefix::equals).isPresent()) {
                    tables.add(file);
                } else if (name.equals((prefix.isEmpty() ? "" : prefix + "_") + "agent_info.csv")) {
                    gpus.addAll(gpus(file));
                }
            }
        }
        return new TableEvents(RocprofHead.of(machine(prefix, folder), gpus), tables);
    }

    /** By default files are called MACHINE/PROCESS_..., so the directory of a number is a machine's. */
    private static String machine(String prefix, Path folder) {
        return prefix.matches("\\d+") ? String.valueOf(folder.getFileName()) : "";
    }

    private static List<String> gpus(Path file) throws IOException {
        List<String> names = new ArrayList<>();
        try (CsvRows rows = new CsvRows(Gzip.open(file))) {
            int type = rows.column("Agent_Type");
            int name = rows.column("Name");
            while (rows.next()) {
                if (rows.cell(type).equals("GPU")) {
                    names.add(rows.cell(name));
                }
            }
        }
        return names;
    }
}

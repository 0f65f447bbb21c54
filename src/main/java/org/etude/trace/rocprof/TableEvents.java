// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.rocprof;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.csv.CsvRows;
import org.etude.report.Gzip;
import org.etude.trace.database.BadRecording;
import org.etude.trace.database.EventText;
import org.etude.trace.database.GeneratedText;
import org.etude.trace.database.ProfilerEvent;

/** The events of some tables of one process, table after table. */
final class TableEvents extends GeneratedText {
    private static final Pattern AGENT = Pattern.compile("(?:(\\w+) +)?(\\d{1,9})");

    private final String head;
    private final Iterator<Path> tables;
    /** Handles of queues that are addresses, numbered as they come. */
    private final Map<Long, Integer> queues = new HashMap<>();

    private final EventText text = new EventText();
    private String file;
    private CsvRows rows;
    private TableColumns columns;
    private String process = "";
    private String guid = "";

    TableEvents(String head, List<Path> tables) {
        this.head = head;
        this.tables = tables.iterator();
    }

    @Override
    protected String head() {
        return head;
    }

    @Override
    protected byte[] next() throws IOException {
        while (true) {
            if (rows != null && nextRow()) {
                ProfilerEvent event = event();
                if (event != null) {
                    return text.of(event);
                }
            } else if (!tables.hasNext()) {
                return null;
            } else {
                open(tables.next());
            }
        }
    }

    private void open(Path table) throws IOException {
        close();
        file = String.valueOf(table.getFileName());
        rows = new CsvRows(Gzip.open(table));
        columns = new TableColumns(rows);
        if (!columns.areComplete()) {
            throw new BadRecording(
                    file + " has no columns Start_Timestamp and End_Timestamp with Kernel_Name, Direction or Function",
                    "Give the unmodified tables of rocprofv3.",
                    null);
        }
    }

    private boolean nextRow() throws IOException {
        try {
            if (!rows.next()) {
                return false;
            }
        } catch (IOException e) {
            throw new BadRecording(file + ": " + e.getMessage(), copyAgain(), e);
        }
        if (rows.isShort()) {
            throw new BadRecording(at() + " ends inside a row", copyAgain(), null);
        }
        oneProcess();
        return true;
    }

    private static String copyAgain() {
        return "It was probably copied while it was being written: copy it again.";
    }

    /** Ids of correlations are those of one process. */
    private void oneProcess() throws BadRecording {
        String itsProcess = rows.cell(columns.process());
        String itsGuid = rows.cell(columns.guid());
        process = process.isEmpty() ? itsProcess : process;
        guid = guid.isEmpty() ? itsGuid : guid;
        if (!itsProcess.isEmpty() && !itsProcess.equals(process) || !itsGuid.isEmpty() && !itsGuid.equals(guid)) {
            throw new BadRecording(
                    at() + " is of another process than the rows before it"
                            + (itsProcess.equals(process) ? "" : " (" + itsProcess + " after " + process + ")"),
                    "Give each process's tables a prefix of their own, or load the databases that they were converted from.",
                    null);
        }
    }

    private ProfilerEvent event() throws BadRecording {
        long start = number(columns.start(), "Start_Timestamp");
        long end = number(columns.end(), "End_Timestamp");
        long correlation = rows.cell(columns.correlation()).isEmpty()
                ? ProfilerEvent.ABSENT
                : number(columns.correlation(), "Correlation_Id");
        if (columns.kernel() >= 0) {
            return ProfilerEvent.onGpu(
                    "kernel",
                    rows.cell(columns.kernel()),
                    start,
                    end,
                    agent(columns.agent()),
                    stream(),
                    correlation,
                    ProfilerEvent.ABSENT);
        }
        if (columns.direction() >= 0) {
            return ProfilerEvent.onGpu(
                    "gpu_memcpy",
                    ApiDomain.copy(rows.cell(columns.direction())),
                    start,
                    end,
                    Math.max(agent(columns.source()), agent(columns.destination())),
                    stream(),
                    correlation,
                    ProfilerEvent.ABSENT);
        }
        String domain = rows.cell(columns.domain());
        String category = ApiDomain.category(domain);
        return category == null
                ? null
                : ProfilerEvent.onHost(
                        category,
                        rows.cell(columns.function()),
                        start,
                        end,
                        number(columns.process(), "Process_Id"),
                        number(columns.thread(), "Thread_Id"),
                        ApiDomain.isCall(domain) ? correlation : ProfilerEvent.ABSENT);
    }

    private long stream() throws BadRecording {
        if (!rows.cell(columns.stream()).isEmpty()) {
            return number(columns.stream(), "Stream_Id");
        }
        long queue = rows.cell(columns.queue()).isEmpty() ? 0 : number(columns.queue(), "Queue_Id");
        return queue >= 0 && queue <= Integer.MAX_VALUE ? queue : queues.computeIfAbsent(queue, q -> queues.size());
    }

    /** The number of a GPU; CPUs, which have the smaller numbers unless types are counted apart, are 0. */
    private long agent(int column) throws BadRecording {
        String cell = rows.cell(column);
        Matcher matcher = AGENT.matcher(cell);
        if (!matcher.matches()) {
            if (cell.isEmpty()) {
                return 0;
            }
            throw bad("an agent", cell, "such as Agent 4");
        }
        return "CPU".equals(matcher.group(1)) ? 0 : Long.parseLong(matcher.group(2));
    }

    private long number(int column, String name) throws BadRecording {
        String cell = rows.cell(column);
        try {
            return Long.parseUnsignedLong(cell);
        } catch (NumberFormatException e) {
            throw bad(name, cell, "a whole number");
        }
    }

    private BadRecording bad(String name, String found, String wanted) {
        return new BadRecording(
                at() + " has " + name + " \"" + found + "\", expected " + wanted,
                "Give the unmodified tables of rocprofv3.",
                null);
    }

    private String at() {
        return file + ", line " + rows.line();
    }

    @Override
    public void close() throws IOException {
        if (rows != null) {
            rows.close();
        }
    }
}

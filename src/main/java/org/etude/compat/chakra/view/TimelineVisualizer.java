// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.view;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtNodeType;
import org.etude.report.AtomicFiles;
import org.etude.report.InputText;
import org.etude.report.IoReason;
import org.etude.report.Progress;
import org.etude.report.Report;

/**
 * Converts a simulator's log of {@code issue,...} and {@code callback,...} lines to a Chrome trace. Lanes: 1 local
 * memory, 2 remote memory, 3 compute, 4 communication, by the node's name or, in ASTRA-sim's own log lines, by its
 * type.
 */
public final class TimelineVisualizer {
    private final String file;
    private final int ranks;
    private final int megahertz;
    private final List<Map<Long, Issued>> open = new ArrayList<>();
    private final List<String> events = new ArrayList<>();

    private record Issued(String name, int lane, long cycle) {}

    private record Line(boolean issue, int rank, long cycle, long node, String name, int type) {}

    private TimelineVisualizer(String file, int ranks, int megahertz) {
        this.file = file;
        this.ranks = ranks;
        this.megahertz = megahertz;
        for (int i = 0; i < ranks; i++) {
            open.add(new HashMap<>());
        }
    }

    /**
     * Reads a log and writes the trace. As in the original, ts and dur are in milliseconds.
     *
     * @param ranks number of ranks in the log
     * @param megahertz clock frequency of the cycles
     * @throws EtException with file and line when a line is malformed
     */
    public static void write(Path log, Path target, int ranks, int megahertz) {
        if (ranks < 1 || megahertz < 1) {
            throw new EtException(
                    "cannot draw " + ranks + " ranks at " + megahertz + " MHz.", "Both must be at least 1.");
        }
        TimelineVisualizer timeline = new TimelineVisualizer(log.toString(), ranks, megahertz);
        try (BufferedReader reader = InputText.strictReader(log)) {
            timeline.read(reader);
        } catch (IOException e) {
            throw new EtException(
                    log + ": cannot be read (" + IoReason.of(e) + ").", "Give a simulator's log.", Report.empty(), e);
        }
        String json = "{\"meta_user\": \"aras\", \"traceEvents\": [" + String.join(", ", timeline.events)
                + "], \"meta_cpu_count\": " + ranks + "}";
        try {
            AtomicFiles.write(target, out -> out.write(json.getBytes(StandardCharsets.US_ASCII)));
        } catch (IOException e) {
            throw new EtException(IoReason.notWritten(target, e), IoReason.notWrittenAdvice(e), Report.empty(), e);
        }
    }

    private void read(BufferedReader reader) throws IOException {
        int number = 0;
        for (String text = reader.readLine(); text != null; text = reader.readLine()) {
            number++;
            if ((number & 0xfff) == 0) {
                Progress.checkInterrupted();
            }
            if (text.contains("issue") || text.contains("callback")) {
                event(parse(text, number), text, number);
            }
        }
    }

    private void event(Line line, String text, int number) {
        if (line.rank < 0 || line.rank >= ranks) {
            throw wrong(text, number, "rank " + line.rank + " of " + ranks);
        }
        if (line.issue) {
            open.get(line.rank).put(line.node, new Issued(line.name, lane(line), line.cycle));
            return;
        }
        Issued issued = open.get(line.rank).remove(line.node);
        if (issued == null) {
            throw wrong(text, number, "node " + line.node + " ends but was not issued");
        }
        if (issued.lane == 0) {
            throw wrong(text, number, "node type cannot be identified from " + issued.name);
        }
        String duration = PythonNumbers.json((line.cycle - issued.cycle) / (megahertz * 1000.0));
        events.add("{\"pid\": " + line.rank + ", \"tid\": " + issued.lane + ", \"ts\": "
                + PythonNumbers.json(issued.cycle / (double) megahertz / 1000) + ", \"dur\": " + duration
                + ", \"ph\": \"X\", \"name\": " + PythonJson.quote(issued.name) + ", \"args\": {\"ms\": " + duration
                + "}}");
    }

    private Line parse(String text, int number) {
        String[] columns = text.strip().split(",");
        try {
            boolean issue = columns[0].equals("issue");
            if (!issue && !columns[0].equals("callback")) {
                throw wrong(text, number, "neither issue nor callback");
            }
            int type =
                    columns.length > 5 && columns[5].contains("node->type=") ? Integer.parseInt(value(columns[5])) : -1;
            return new Line(
                    issue,
                    Integer.parseInt(value(columns[1])),
                    Long.parseLong(value(columns[2])),
                    Long.parseLong(value(columns[3])),
                    value(columns[4]),
                    type);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw wrong(text, number, e.getMessage());
        }
    }

    private static String value(String column) {
        return column.split("=")[1].strip();
    }

    private static int lane(Line line) {
        String name = line.name;
        boolean memory = name.contains("MEM_LOAD_NODE") || name.contains("MEM_STORE_NODE");
        if (memory && name.contains("LOCAL_MEMORY")) {
            return 1;
        }
        if (memory && name.contains("REMOTE_MEMORY")) {
            return 2;
        }
        if (name.contains("COMP_NODE")) {
            return 3;
        }
        if (name.contains("COMM_SEND_NODE") || name.contains("COMM_RECV_NODE") || name.contains("COMM_COLL_NODE")) {
            return 4;
        }
        return switch (EtNodeType.of(line.type)) {
            case MEM_LOAD, MEM_STORE -> 2;
            case COMP -> 3;
            case COMM_SEND, COMM_RECV, COMM_COLL -> 4;
            default -> 0;
        };
    }

    private EtException wrong(String text, int number, String why) {
        return new EtException(
                file + ": line " + number + ": cannot understand '" + text.strip() + "' (" + why + ").",
                "A line is: issue|callback,sys=RANK,cycle=N,id=N,name=COMP_NODE_...");
    }
}

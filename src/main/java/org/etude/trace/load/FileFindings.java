// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.etude.report.Counted;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.trace.device.EventOddities;
import org.etude.trace.device.EventReader;
import org.etude.trace.host.NodeOddities;
import org.etude.trace.host.NodeReader;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.HostTrace;
import org.etude.trace.model.Tally;
import org.etude.trace.model.TraceHeader;

/** The findings about one file. */
final class FileFindings {
    /** PyTorch's own part of the schema; what follows {@code -chakra.} tells Chakra's release and changes no field. */
    private static final Set<String> SCHEMAS = Set.of("1.0.0", "1.0.1", "1.0.2", "1.0.3", "1.0.4", "1.1.0", "1.1.1");

    private static final Pattern CHAKRA = Pattern.compile("-chakra\\.[0-9][0-9A-Za-z.+-]*$");

    private final String file;
    private final List<Finding> rows = new ArrayList<>();

    /** Findings about this file. */
    FileFindings(String file) {
        this.file = file;
    }

    /** The findings, in the order made. */
    List<Finding> rows() {
        return rows;
    }

    /** The file is truncated, and its complete records were kept. */
    void truncated(long offset, long records) {
        add(
                Level.WARNING,
                " byte " + offset,
                "the file ends in the middle",
                "keepTruncated was set: "
                        + Counted.of(
                                records, "complete record before it was kept", "complete records before it were kept"),
                "later records are missing");
    }

    /** The file continues after the JSON value. */
    void trailing(long offset) {
        add(
                Level.WARNING,
                " byte " + offset,
                "the file continues after the end of its JSON value",
                "two files may have been joined",
                "the rest was not read");
    }

    /** Payloads of a profiler's ranges, as the reader of its database describes them; "" for none. */
    void payloads(String described) {
        if (!described.isEmpty()) {
            add(
                    Level.INFO,
                    "",
                    described,
                    "they are data of the program, in its own layout",
                    "names and times of the ranges are read, of their payloads only the messages of NCCL");
        }
    }

    /** Irregularities of a Kineto trace. */
    void device(DeviceTrace trace, EventReader reader) {
        EventOddities odd = reader.oddities();
        tally(
                odd.noDuration,
                "event without a duration",
                "events without a duration",
                "the file gives none",
                "their duration is taken as 0");
        tally(
                odd.badDuration,
                "event with an invalid duration (NaN, infinite, negative or out of range)",
                "events with an invalid duration (NaN, infinite, negative or out of range)",
                "the file says so",
                "flagged: duration 0, excluded from sums");
        tally(
                odd.badStart,
                "event with an invalid or missing start",
                "events with an invalid or missing start",
                "the file says so",
                "flagged: excluded from sums");
        tally(
                odd.noName,
                "event without a name",
                "events without a name",
                "the file gives null or none",
                "kept under the empty name");
        tally(
                odd.noArgs,
                "event without args",
                "events without args",
                "the file gives none",
                "they cannot be linked by an id");
        tally(
                odd.noObject,
                "event that is not an object",
                "events that are not objects",
                "the file is irregular",
                "skipped");
        tally(
                odd.unpaired,
                "begin without end or end without begin",
                "begins without end or ends without begin",
                "they cross the border of the window",
                "dropped");
        tally(
                odd.noPhase,
                "event without a phase (ph)",
                "events without a phase (ph)",
                "the file gives none",
                "skipped");
        tally(
                odd.noCategory,
                "event without a category (cat)",
                "events without a category (cat)",
                "the file gives none: it was rewritten, or comes from another tool",
                "kept as kind OTHER, in no sum and in no link");
        tally(
                odd.badMemory,
                "[memory] instant without a usable time or number of bytes",
                "[memory] instants without a usable time or number of bytes",
                "the file says so",
                "excluded from the memory timeline");
        undecodable(reader.undecodableNames());
        List<String> unknown = reader.categories().unknown();
        if (!unknown.isEmpty()) {
            add(
                    Level.WARNING,
                    "",
                    "unknown event categories " + String.join(", ", unknown),
                    "this version does not know their meaning",
                    "kept as kind OTHER, in no sum");
        }
        empty(trace);
    }

    private void empty(DeviceTrace trace) {
        boolean gpu = false;
        boolean host = false;
        for (int i = 0; i < trace.size() && !gpu; i++) {
            EventKind kind = trace.kind(i);
            gpu = kind.isGpuWork() || kind == EventKind.RUNTIME;
            host |= kind.isHostOp();
        }
        TraceHeader.Platform platform = trace.header().platform();
        if (gpu || platform == TraceHeader.Platform.CPU && host) {
            return;
        }
        add(
                Level.WARNING,
                "",
                host
                        ? "empty device trace: no GPU and no runtime event (" + platform + ")"
                        : "empty device trace: no operator, GPU or runtime event",
                "the profiler's GPU part was not active in the window, or could not start",
                "record again: ProfilerActivity.CUDA on (for ROCm too), wait and warm-up steps before the active ones,"
                        + " and a window of at least one whole step");
    }

    /** Irregularities of an execution trace. */
    void host(HostTrace trace, NodeReader reader) {
        NodeOddities odd = reader.oddities();
        tally(
                odd.noObject,
                "node that is not an object",
                "nodes that are not objects",
                "the file is irregular",
                "skipped");
        tally(
                odd.noId,
                "node without an id",
                "nodes without an id",
                "the file gives none, or one that is not a 64-bit integer",
                "passed over");
        tally(
                odd.noName,
                "node without a name",
                "nodes without a name",
                "the file gives null or none",
                "kept under the empty name");
        tally(odd.noParent, "node without a parent", "nodes without a parent", "the file gives none", "taken as roots");
        tally(
                odd.badGroups,
                "unreadable list of process groups",
                "unreadable lists of process groups",
                "process_group:init does not hold JSON",
                "groups unknown");
        undecodable(reader.undecodableNames());
        String schema = trace.header().schema();
        if (!SCHEMAS.contains(CHAKRA.matcher(schema).replaceFirst(""))) {
            add(
                    Level.WARNING,
                    "",
                    schema.isEmpty() ? "no schema version" : "unknown schema version " + schema,
                    "read by its shape, as the known versions are",
                    "fields that are new in it are not read");
        }
        if (trace.size() == 0) {
            add(
                    Level.WARNING,
                    "",
                    "empty host trace: no nodes",
                    "the execution trace observer was never active, or was stopped before the first operator",
                    "record again: start the observer before the steps that are profiled");
        }
        ids(trace);
        parents(trace);
    }

    private void ids(HostTrace trace) {
        LongOpenHashSet functions = new LongOpenHashSet();
        long sameFunction = 0;
        long firstFunction = 0;
        long sameId = 0;
        long firstId = 0;
        for (int i = 0; i < trace.size(); i++) {
            long function = trace.recordFunctionId(i);
            boolean root = trace.name(i).startsWith("[pytorch|profiler|");
            if (function != 0 && !root && !functions.add(function) && sameFunction++ == 0) {
                firstFunction = function;
            }
            if (i > 0 && trace.id(i) == trace.id(i - 1) && sameId++ == 0) {
                firstId = trace.id(i);
            }
        }
        if (sameFunction > 0) {
            add(
                    Level.WARNING,
                    " rf_id " + Long.toUnsignedString(firstFunction),
                    Counted.of(sameFunction, "node shares", "nodes share") + " an rf_id with another",
                    "the file says so",
                    "ambiguous: the name decides which one an event belongs to");
        }
        if (sameId > 0) {
            add(
                    Level.WARNING,
                    " node " + firstId,
                    Counted.of(sameId, "node shares", "nodes share") + " an id with another",
                    "the file says so",
                    "a parent given by such an id means the last node that has it");
        }
    }

    private void parents(HostTrace trace) {
        long missing = 0;
        List<String> some = new ArrayList<>();
        for (int i = 0; i < trace.size(); i++) {
            long parent = trace.parentId(i);
            if (trace.parent(i) < 0 && parent != trace.id(i) && parent != 0) {
                if (missing++ < 10) {
                    some.add(Long.toString(trace.id(i)));
                }
            }
        }
        if (missing > 0) {
            add(
                    Level.WARNING,
                    " nodes " + String.join(", ", some) + (missing > some.size() ? ", ..." : ""),
                    Counted.of(missing, "node names a parent", "nodes name a parent") + " that is not in the file",
                    "an operator still open when the observer stopped is not written, its children are",
                    "they count as roots");
        }
    }

    private void undecodable(long names) {
        if (names > 0) {
            add(
                    Level.WARNING,
                    "",
                    Counted.of(names, "name holds", "names hold") + " bytes that are not UTF-8",
                    "the file is not clean",
                    "those bytes show as the replacement character");
        }
    }

    private void tally(Tally tally, String one, String others, String why, String effect) {
        if (tally.count() > 0) {
            String where = tally.first() < 0 ? "" : " byte " + tally.first();
            add(Level.WARNING, where, Counted.of(tally.count(), one, others), why, effect);
        }
    }

    private void add(Level level, String where, String what, String why, String effect) {
        rows.add(new Finding(level, "load", -1, file + where, what, why, effect));
    }
}

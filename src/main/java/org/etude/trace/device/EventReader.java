// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;
import org.etude.report.Progress;
import org.etude.trace.json.ByteNames;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.json.JsonKeys;
import org.etude.trace.json.JsonNumber;
import org.etude.trace.model.CommArgs;
import org.etude.trace.model.CounterValue;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.StringTable;
import org.etude.trace.model.SyncArgs;
import org.etude.trace.model.TraceHeader;

/**
 * Reads the events of one Kineto file into columns, including memory instants. Flows, other instants and metadata are
 * skipped.
 */
public final class EventReader {
    private static final JsonKeys KEYS = JsonKeys.of("ph", "cat", "name", "pid", "tid", "ts", "dur", "args");
    private static final int CHECK_EVERY = 1 << 12;
    /** Maximum plausible time: 100 years; prevents overflow of sums. */
    private static final long LONGEST = 100L * 366 * 86_400_000_000_000L;
    /** Bound of a plausible start, 96 years before or after 1970: the difference of two, and a duration, fit a long together. */
    private static final long FARTHEST = (Long.MAX_VALUE - LONGEST) / 2;

    private final JsonCursor cursor;
    private final JsonNumber number;
    private final EventArgs args;
    private final ThreadIds threads;
    private final ByteNames nameFinder;
    private final KeptInputs inputs;
    private final AnnotationBytes annotationBytes;
    private final EventColumns columns = new EventColumns();
    private final EventCategories categories = new EventCategories();
    private final EventOddities odd = new EventOddities();
    private final BeginEnd beginEnd = new BeginEnd();
    private final StringTable names = new StringTable();
    private final LaneTable lanes = new LaneTable();
    private final LongArrayList processes = new LongArrayList();
    private long records;
    private long last = Long.MIN_VALUE;

    private int phase;
    private int category;
    private int name;
    private long pid;
    private long tid;
    private long start;
    private boolean startOk;
    private long duration;
    private boolean durationOk;
    private boolean durationGiven;

    /** Reads from this cursor. */
    public EventReader(JsonCursor cursor) {
        this.cursor = cursor;
        this.number = new JsonNumber(cursor);
        this.args = new EventArgs(cursor, number);
        this.threads = new ThreadIds(cursor, number);
        this.nameFinder = new ByteNames(names);
        this.inputs = new KeptInputs(names);
        this.annotationBytes = new AnnotationBytes(names);
    }

    /** Reads the array whose bracket was consumed. */
    public void readAll() {
        boolean first = true;
        while (cursor.nextElement(first)) {
            first = false;
            if (cursor.peek() == '{') {
                cursor.take();
                readEvent();
            } else {
                odd.noObject.at(cursor.offset());
                cursor.skipValue();
            }
            if ((++records & CHECK_EVERY - 1) == 0) {
                Progress.checkInterrupted();
            }
        }
    }

    private void readEvent() {
        long at = cursor.offset() - 1; // its brace was consumed
        phase = 0;
        category = -1;
        name = -1;
        pid = 0;
        tid = 0;
        startOk = false;
        durationOk = true;
        durationGiven = false;
        duration = 0;
        args.clear();
        boolean first = true;
        while (true) {
            int key = cursor.nextKey(KEYS, first);
            if (key == JsonCursor.NO_MORE) {
                break;
            }
            first = false;
            value(key);
        }
        finish(at);
    }

    private void value(int key) {
        switch (key) {
            case 0 -> phase = character();
            case 1 -> category = texted() ? categories.idOf(cursor) : -1;
            case 2 -> name = texted() ? nameFinder.idOf(cursor) : -1;
            case 3 -> pid = threads.read();
            case 4 -> tid = threads.read();
            case 5 -> {
                start = number.readNanos();
                startOk = number.ok() && start > -FARTHEST && start < FARTHEST;
            }
            case 6 -> {
                duration = number.readNanos();
                durationOk = number.ok() && duration >= 0 && duration < LONGEST;
                durationGiven = true;
            }
            case 7 -> {
                // Arguments of most other events, such as flows, are not needed.
                if (phase == 's' || phase == 'f' || phase == 'M' || phase == 'i' && name >= 0 && !isMemory()) {
                    cursor.skipValue();
                } else if (category >= 0 && categories.hasCounters(category)) {
                    args.readCounters();
                } else {
                    args.read(name < 0 || inputs.isKept(name));
                }
            }
            default -> cursor.skipValue();
        }
    }

    private boolean isMemory() {
        return names.text(name).equals(MemoryColumns.NAME);
    }

    private int character() {
        if (!texted()) {
            return 0;
        }
        return cursor.textEnd - cursor.textStart == 1 ? cursor.buffer[cursor.textStart] : 0;
    }

    private boolean texted() {
        if (cursor.peek() == '"') {
            cursor.scanText();
            return true;
        }
        cursor.skipValue();
        return false;
    }

    private void finish(long at) {
        switch (phase) {
            case 'X' -> {
                int row = append(at);
                if (!durationGiven) {
                    odd.noDuration.at(at);
                } else if (!durationOk) {
                    columns.flag(row);
                    odd.badDuration.at(at);
                }
            }
            case 'B' -> beginEnd.begin(append(at));
            case 'E' -> {
                // An end without a time ends nothing; its begin then counts as one without an end.
                if (startOk) {
                    beginEnd.end(lanes.host(pid, tid, () -> threads.written(tid)), start, name);
                } else {
                    odd.badStart.at(at);
                }
            }
            case 'i' -> {
                if (name >= 0 && isMemory()) {
                    memory(at);
                }
            }
            case 0 -> odd.noPhase.at(at);
            default -> {
                // flows, counters, metadata: not ranges
            }
        }
    }

    private void memory(long at) {
        if (startOk && args.change != Long.MIN_VALUE) {
            columns.memory.add(start, lanes.host(pid, tid, () -> threads.written(tid)), args);
        } else {
            odd.badMemory.at(at);
        }
    }

    private int append(long at) {
        int row = columns.size();
        EventKind kind = category < 0 ? EventKind.OTHER : categories.kind(category);
        if (name < 0) {
            odd.noName.at(at);
        }
        if (category < 0) {
            odd.noCategory.at(at);
        }
        columns.kind.add((byte) kind.ordinal());
        columns.name.add(Math.max(name, 0));
        columns.start.add(startOk ? start : last);
        columns.duration.add(durationOk ? duration : 0);
        columns.lane.add(lane(kind));
        columns.correlation.add(args.correlation);
        columns.external.add(args.external);
        columns.recordFunction.add(args.recordFunction);
        columns.sequence.add(args.sequence);
        columns.forwardThread.add(args.forwardThread);
        if (startOk) {
            last = start;
        } else {
            columns.flag(row);
            odd.badStart.at(at);
        }
        if (!args.present && kind != EventKind.OTHER) {
            odd.noArgs.at(at);
        }
        sparse(row, kind);
        return row;
    }

    private void sparse(int row, EventKind kind) {
        if (kind == EventKind.MEMCPY || kind == EventKind.MEMSET) {
            if (args.bytes >= 0) {
                columns.bytes.put(row, args.bytes);
            }
        } else if (kind == EventKind.USER_ANNOTATION || kind == EventKind.GPU_ANNOTATION) {
            long bytes = annotationBytes.of(Math.max(name, 0));
            if (bytes >= 0) {
                columns.bytes.put(row, bytes);
            }
        }
        SyncArgs sync = kind == EventKind.RUNTIME || kind == EventKind.SYNC ? args.sync() : null;
        CommArgs comm = args.comm.isComm() ? args.comm.build() : null;
        boolean texts = name >= 0 && inputs.isKept(name);
        List<CounterValue> counters = args.counters.isEmpty() ? List.of() : CounterArgs.of(args.counters);
        if (sync != null || comm != null || texts || !counters.isEmpty()) {
            columns.details.put(
                    row,
                    new EventDetail(
                            comm,
                            sync,
                            texts ? inputs.once(args.inputDims) : "",
                            texts ? inputs.once(args.inputTypes) : "",
                            texts ? inputs.once(args.concreteInputs) : "",
                            counters));
        }
    }

    private int lane(EventKind kind) {
        boolean gpu = kind.isGpuWork() || kind == EventKind.GPU_ANNOTATION || kind == EventKind.SYNC;
        if (!gpu) {
            if (kind != EventKind.OTHER && pid > 0 && !processes.contains(pid)) {
                processes.add(pid);
            }
            return lanes.host(pid, tid, () -> threads.written(tid));
        }
        int device = isOrdinal(args.device) ? (int) args.device : threads.ordinal(pid);
        int stream = isOrdinal(args.stream) ? (int) args.stream : threads.ordinal(tid);
        return lanes.gpu(device, stream, () -> threads.written(tid));
    }

    private static boolean isOrdinal(long value) {
        return value >= -1 && value <= Integer.MAX_VALUE;
    }

    /** Number of records read whole. */
    public long records() {
        return records;
    }

    /** Process ids of the host events, in the order met. */
    public long[] processes() {
        return processes.toLongArray();
    }

    /** The irregularities found. */
    public EventOddities oddities() {
        return odd;
    }

    /** Unknown categories with counts. */
    public EventCategories categories() {
        return categories;
    }

    /** Different names that hold bytes which are not UTF-8. */
    public long undecodableNames() {
        return nameFinder.undecodable();
    }

    /** The dictionary of the names read. */
    public StringTable names() {
        return names;
    }

    /** Builds the trace; no more events can be read afterwards. */
    public ColumnDeviceTrace build(TraceHeader header) {
        beginEnd.pair(columns, odd.unpaired);
        return new ColumnDeviceTrace(header, names, lanes, columns);
    }
}

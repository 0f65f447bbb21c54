// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;
import org.etude.store.Saved;
import org.etude.store.Storable;
import org.etude.trace.model.ColumnGather;
import org.etude.trace.model.CommArgs;
import org.etude.trace.model.CounterValue;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.EventOrder;
import org.etude.trace.model.MemoryEvents;
import org.etude.trace.model.StringTable;
import org.etude.trace.model.SyncArgs;
import org.etude.trace.model.TraceHeader;

/** The events of one Kineto file in arrays. */
public final class ColumnDeviceTrace implements DeviceTrace, Storable {
    private static final EventKind[] KINDS = EventKind.values();

    private final TraceHeader header;
    private final StringTable names;
    private final LaneTable lanes;
    private final byte[] kind;
    private final int[] name;
    private final long[] start;
    private final long[] duration;
    private final int[] lane;
    private final long[] correlation;
    private final long[] external;
    private final long[] recordFunction;
    private final long[] sequence;
    private final long[] forwardThread;
    private final Int2LongOpenHashMap bytes = new Int2LongOpenHashMap();
    private final Int2ObjectOpenHashMap<EventDetail> details = new Int2ObjectOpenHashMap<>();
    private final MemoryEvents memory;

    /** Sorts the columns, emptying each so that hardly more than one exists twice at any time. */
    /** Whether it is a part of a trace with GPU work. */
    private final boolean partOfGpu;

    ColumnDeviceTrace(TraceHeader header, StringTable names, LaneTable lanes, EventColumns columns) {
        partOfGpu = false;
        memory = columns.memory.build();
        this.header = header;
        this.names = names;
        this.lanes = lanes;
        int[] order = EventOrder.of(columns.start.elements(), columns.duration.elements(), columns.size());
        bytes.defaultReturnValue(-1);
        ColumnGather.pick(columns.details, order, details);
        for (int i = 0; i < order.length; i++) {
            if (columns.bytes.containsKey(order[i])) {
                bytes.put(i, columns.bytes.get(order[i]));
            }
        }
        kind = new byte[order.length];
        for (int i = 0; i < order.length; i++) {
            kind[i] = columns.kind.getByte(order[i]);
        }
        name = ColumnGather.pick(columns.name.elements(), order);
        lane = ColumnGather.pick(columns.lane.elements(), order);
        start = pick(columns.start, order);
        duration = pick(columns.duration, order);
        correlation = pick(columns.correlation, order);
        external = pick(columns.external, order);
        recordFunction = pick(columns.recordFunction, order);
        sequence = pick(columns.sequence, order);
        forwardThread = pick(columns.forwardThread, order);
    }

    /** Some rows of another trace, ascending. */
    private ColumnDeviceTrace(ColumnDeviceTrace from, int[] rows, MemoryEvents memory) {
        this.memory = memory;
        partOfGpu = from.hasGpuWork();
        header = from.header;
        names = from.names;
        lanes = from.lanes;
        bytes.defaultReturnValue(-1);
        kind = new byte[rows.length];
        for (int i = 0; i < rows.length; i++) {
            int row = rows[i];
            kind[i] = from.kind[row];
            if (from.bytes.containsKey(row)) {
                bytes.put(i, from.bytes.get(row));
            }
        }
        ColumnGather.pick(from.details, rows, details);
        name = ColumnGather.pick(from.name, rows);
        lane = ColumnGather.pick(from.lane, rows);
        start = ColumnGather.pick(from.start, rows);
        duration = ColumnGather.pick(from.duration, rows);
        correlation = ColumnGather.pick(from.correlation, rows);
        external = ColumnGather.pick(from.external, rows);
        recordFunction = ColumnGather.pick(from.recordFunction, rows);
        sequence = ColumnGather.pick(from.sequence, rows);
        forwardThread = ColumnGather.pick(from.forwardThread, rows);
    }

    private ColumnDeviceTrace(DeviceColumns from) {
        memory = from.memory();
        partOfGpu = false;
        header = from.header();
        names = from.names();
        lanes = from.lanes();
        kind = from.kindsNow();
        name = from.name();
        start = from.start();
        duration = from.duration();
        lane = from.lane();
        correlation = from.correlation();
        external = from.external();
        recordFunction = from.recordFunction();
        sequence = from.sequence();
        forwardThread = from.forwardThread();
        bytes.defaultReturnValue(-1);
        for (int i = 0; i < from.bytesAt().length; i++) {
            bytes.put(from.bytesAt()[i], from.bytes()[i]);
        }
        for (int i = 0; i < from.detailsAt().length; i++) {
            details.put(from.detailsAt()[i], from.details().get(i));
        }
    }

    static ColumnDeviceTrace of(DeviceColumns saved) {
        return new ColumnDeviceTrace(saved);
    }

    @Override
    public Saved saved() {
        int[] bytesAt = bytes.keySet().toIntArray();
        Arrays.sort(bytesAt);
        int[] detailsAt = details.keySet().toIntArray();
        Arrays.sort(detailsAt);
        return new DeviceColumns(
                header,
                names,
                lanes,
                List.of(KINDS),
                kind,
                name,
                start,
                duration,
                lane,
                correlation,
                external,
                recordFunction,
                sequence,
                forwardThread,
                bytesAt,
                Arrays.stream(bytesAt).mapToLong(bytes::get).toArray(),
                detailsAt,
                Arrays.stream(detailsAt).mapToObj(details::get).toList(),
                memory);
    }

    /**
     * The same trace with these rows only, which ascend.
     *
     * @param memoryAt selects the times, in ns on the rank's clock, at which allocations and releases are kept
     */
    public ColumnDeviceTrace select(int[] rows, LongPredicate memoryAt) {
        return new ColumnDeviceTrace(this, rows, memory.at(memoryAt));
    }

    /** The same trace without its events. */
    public ColumnDeviceTrace head() {
        return select(new int[0], at -> false);
    }

    /** Whether it holds GPU work, or is a part of a trace that does: its host computes no more than that of the whole. */
    @Override
    public boolean hasGpuWork() {
        return partOfGpu || DeviceTrace.super.hasGpuWork();
    }

    private static long[] pick(LongArrayList column, int[] rows) {
        long[] picked = ColumnGather.pick(column.elements(), rows);
        column.clear();
        column.trim();
        return picked;
    }

    private EventDetail detail(int i) {
        EventDetail detail = details.get(i);
        return detail == null ? EventDetail.NONE : detail;
    }

    @Override
    public int size() {
        return kind.length;
    }

    @Override
    public EventKind kind(int i) {
        return KINDS[kind[i] & ~EventColumns.FLAGGED];
    }

    @Override
    public boolean isFlagged(int i) {
        return (kind[i] & EventColumns.FLAGGED) != 0;
    }

    @Override
    public int nameId(int i) {
        return name[i];
    }

    @Override
    public StringTable names() {
        return names;
    }

    @Override
    public long startNanos(int i) {
        return start[i];
    }

    @Override
    public long durationNanos(int i) {
        return duration[i];
    }

    @Override
    public int lane(int i) {
        return lane[i];
    }

    @Override
    public String laneName(int l) {
        return lanes.name(l);
    }

    @Override
    public int laneCount() {
        return lanes.size();
    }

    @Override
    public int device(int i) {
        return lanes.device(lane[i]);
    }

    @Override
    public int stream(int i) {
        return lanes.stream(lane[i]);
    }

    @Override
    public long correlation(int i) {
        return correlation[i];
    }

    @Override
    public long externalId(int i) {
        return external[i];
    }

    @Override
    public long recordFunctionId(int i) {
        return recordFunction[i];
    }

    @Override
    public long sequenceNumber(int i) {
        return sequence[i];
    }

    @Override
    public long forwardThread(int i) {
        return forwardThread[i];
    }

    @Override
    public CommArgs comm(int i) {
        return detail(i).comm();
    }

    @Override
    public long bytes(int i) {
        return bytes.get(i);
    }

    @Override
    public SyncArgs sync(int i) {
        return detail(i).sync();
    }

    @Override
    public String inputDims(int i) {
        return detail(i).inputDims();
    }

    @Override
    public String inputTypes(int i) {
        return detail(i).inputTypes();
    }

    @Override
    public String concreteInputs(int i) {
        return detail(i).concreteInputs();
    }

    @Override
    public List<CounterValue> counters(int i) {
        return detail(i).counters();
    }

    @Override
    public MemoryEvents memory() {
        return memory;
    }

    @Override
    public TraceHeader header() {
        return header;
    }
}

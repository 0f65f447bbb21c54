// SPDX-License-Identifier: Apache-2.0
package org.etude.link;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.etude.link.model.LinkedSet;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.LinkOptions;
import org.etude.trace.model.CommArgs;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.ProcessGroup;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.StringTable;
import org.etude.trace.model.SyncArgs;
import org.etude.trace.model.TraceHeader;
import org.etude.trace.model.TraceSet;

/** A Kineto trace made up of events given one by one, sorted when it is used. */
public class TestDevice extends PlainDevice {
    /** One event; lanes are given by number, GPU lanes from 100 on by stream. */
    public record Event(
            EventKind kind,
            String name,
            int lane,
            long start,
            long duration,
            long correlation,
            CommArgs comm,
            SyncArgs sync) {
        long functionId() {
            return kind.isHostOp() ? correlation : 0;
        }
    }

    private final List<Event> events;
    private final StringTable names = new StringTable();
    private final int[] nameIds;
    private final List<ProcessGroup> groups;

    public TestDevice(List<Event> given) {
        this(given, List.of());
    }

    /** One that names process groups. */
    public TestDevice(List<Event> given, List<ProcessGroup> groups) {
        this.groups = groups;
        events = new ArrayList<>(given);
        events.sort(Comparator.comparingLong(Event::start).thenComparing(Event::duration, Comparator.reverseOrder()));
        nameIds = events.stream().mapToInt(e -> names.idOf(e.name())).toArray();
    }

    public static Event host(String name, int lane, long start, long duration, long functionId) {
        return new Event(EventKind.CPU_OP, name, lane, start, duration, functionId, null, null);
    }

    public static Event call(String name, int lane, long start, long duration, long correlation) {
        return new Event(EventKind.RUNTIME, name, lane, start, duration, correlation, null, null);
    }

    public static Event kernel(String name, int stream, long start, long duration, long correlation) {
        return new Event(EventKind.KERNEL, name, 100 + stream, start, duration, correlation, null, null);
    }

    public static Event copy(int stream, long start, long duration, long correlation) {
        return new Event(EventKind.MEMCPY, "Memcpy DtoH", 100 + stream, start, duration, correlation, null, null);
    }

    @Override
    public int size() {
        return events.size();
    }

    @Override
    public EventKind kind(int i) {
        return events.get(i).kind();
    }

    @Override
    public int nameId(int i) {
        return nameIds[i];
    }

    @Override
    public StringTable names() {
        return names;
    }

    @Override
    public long startNanos(int i) {
        return events.get(i).start();
    }

    @Override
    public long durationNanos(int i) {
        return events.get(i).duration();
    }

    @Override
    public boolean isFlagged(int i) {
        return false;
    }

    @Override
    public int lane(int i) {
        return events.get(i).lane();
    }

    @Override
    public String laneName(int lane) {
        return Integer.toString(lane);
    }

    @Override
    public int laneCount() {
        return 200;
    }

    @Override
    public int device(int i) {
        return kind(i).isGpuWork() ? 0 : -1;
    }

    @Override
    public int stream(int i) {
        return kind(i).isGpuWork() ? lane(i) - 100 : -1;
    }

    @Override
    public long correlation(int i) {
        return kind(i).isHostOp() ? NONE : events.get(i).correlation();
    }

    @Override
    public long recordFunctionId(int i) {
        return events.get(i).functionId();
    }

    @Override
    public CommArgs comm(int i) {
        return events.get(i).comm();
    }

    @Override
    public SyncArgs sync(int i) {
        return events.get(i).sync();
    }

    @Override
    public TraceHeader header() {
        return new TraceHeader("", -1, -1, "", TraceHeader.Platform.HIP, Map.of(), List.of(), 0, "", groups);
    }

    /** Links these events as the only rank. */
    public static LinkedSet link(List<Event> events) {
        var trace = new RankTrace(0, null, new TestDevice(events), 0, List.of());
        var set = new TraceSet("test", List.of(trace), 1, Report.empty());
        return Linker.link(set, LinkOptions.defaults().withThreads(1), Progress.NONE);
    }
}

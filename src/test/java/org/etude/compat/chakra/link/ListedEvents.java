// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.link;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.etude.link.PlainDevice;
import org.etude.trace.model.CommArgs;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.StringTable;
import org.etude.trace.model.SyncArgs;
import org.etude.trace.model.TraceHeader;
import org.etude.trace.model.TraceHeader.Platform;

/** A device trace given event by event. */
public final class ListedEvents extends PlainDevice {
    private record Event(EventKind kind, int name, long start, long duration, long correlation, long function) {}

    private final List<Event> events = new ArrayList<>();
    private final StringTable names = new StringTable();
    private final Platform platform;
    private final Map<String, String> versions;

    public ListedEvents(Platform platform, String version) {
        this.platform = platform;
        versions = Map.of("runtime_version", version);
    }

    public ListedEvents add(EventKind kind, String name, long start, long duration, long correlation) {
        events.add(new Event(kind, names.idOf(name), start, duration, correlation, 0));
        return this;
    }

    public ListedEvents op(String name, long start, long duration, long function) {
        events.add(new Event(EventKind.CPU_OP, names.idOf(name), start, duration, NONE, function));
        return this;
    }

    @Override
    public int size() {
        return events.size();
    }

    @Override
    public EventKind kind(int i) {
        return events.get(i).kind;
    }

    @Override
    public int nameId(int i) {
        return events.get(i).name;
    }

    @Override
    public StringTable names() {
        return names;
    }

    @Override
    public long startNanos(int i) {
        return events.get(i).start;
    }

    @Override
    public long durationNanos(int i) {
        return events.get(i).duration;
    }

    @Override
    public boolean isFlagged(int i) {
        return events.get(i).duration < 0;
    }

    @Override
    public int lane(int i) {
        return 0;
    }

    @Override
    public String laneName(int lane) {
        return "1";
    }

    @Override
    public int laneCount() {
        return 1;
    }

    @Override
    public int device(int i) {
        return events.get(i).kind.isGpuWork() ? 0 : -1;
    }

    @Override
    public int stream(int i) {
        return events.get(i).kind.isGpuWork() ? 0 : -1;
    }

    @Override
    public long correlation(int i) {
        return events.get(i).correlation;
    }

    @Override
    public long recordFunctionId(int i) {
        return events.get(i).function;
    }

    @Override
    public CommArgs comm(int i) {
        return null;
    }

    @Override
    public SyncArgs sync(int i) {
        return null;
    }

    @Override
    public TraceHeader header() {
        return new TraceHeader("device_0.json", 0, 1, "nccl", platform, versions, List.of(), 0, "", List.of());
    }
}

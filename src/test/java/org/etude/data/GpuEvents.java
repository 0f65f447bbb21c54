// SPDX-License-Identifier: Apache-2.0
package org.etude.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** Runtime calls, GPU events and the flows between them, in the order of launch; streams are in order. */
final class GpuEvents {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** Launch to start of a kernel on an idle stream, as on the MI300X of the public traces: a few microseconds. */
    private static final long DELAY_NS = 3_000;

    private static final long LONGEST_CALL_NS = 6_000;

    private final Vendor vendor;
    private final int rank;
    private final int world;
    private final List<ObjectNode> events = new ArrayList<>();
    private long correlation = 0;
    private long computeFree = 0;
    private long collectiveFree = 0;

    GpuEvents(Vendor vendor, int rank, int world) {
        this.vendor = vendor;
        this.rank = rank;
        this.world = world;
    }

    List<ObjectNode> events() {
        return events;
    }

    /** A launch at {@code at} inside {@code operator} and its kernel of {@code own} nanoseconds. */
    void compute(ObjectNode operator, Vendor.Work work, long external, long at, long own) {
        long call = Math.min(LONGEST_CALL_NS, (Events.end(operator) - at) / 2);
        ObjectNode launch = runtime(operator, work.launch(), at, call, external);
        ObjectNode kernel =
                gpuEvent(work.kernel(), work.isCopy() ? "gpu_memcpy" : "kernel", vendor.computeStream, external);
        if (work.isCopy()) {
            Events.args(kernel).put("kind", "DtoD");
        } else {
            shape(launch, kernel, work.kernel(), 256);
        }
        long start = Math.max(at + call + DELAY_NS, computeFree);
        computeFree = start + Math.max(own, 1_000);
        place(kernel, start, computeFree);
        pair(launch, kernel);
    }

    /** A collective inside a c10d operator: the kernel takes the time that gloo took. Returns the host events. */
    List<ObjectNode> collective(
            ObjectNode c10d, ObjectNode gloo, HostRewrite.Message message, String annotation, long external) {
        long start = Events.start(c10d);
        long length = Events.end(c10d) - start;
        ObjectNode parameters = hostEvent(c10d, "record_param_comms", "cpu_op", start + length / 8, length / 2);
        Events.args(parameters).put("External id", external).put("Record function id", external);
        describe(parameters, message);
        Events.args(parameters).put("Rank", rank).put("Global rank start", 0).put("Global rank stride", 1);
        ObjectNode inner = hostEvent(c10d, annotation, "user_annotation", start + length / 4, length / 4);
        Events.args(inner).put("External id", external + 1).put("Record function id", external + 1);

        long at = start + length / 4 + length / 16;
        long call = Math.min(LONGEST_CALL_NS, length / 16);
        alone(runtime(c10d, vendor.waitEvent, at - length / 32, Math.min(1_500, length / 64), external));
        ObjectNode launch = runtime(c10d, vendor.collectiveLaunch, at, call, external);
        ObjectNode kernel = gpuEvent(vendor.collectiveKernel, "kernel", vendor.collectiveStream, external);
        shape(launch, kernel, vendor.collectiveKernel, 544);
        describe(kernel, message);
        // The collective reads what the compute stream wrote: it waits for it, as the stream-wait call says.
        long ready = Math.max(at + call + DELAY_NS, computeFree);
        long begin = Math.max(Math.max(ready, Events.start(gloo)), collectiveFree);
        collectiveFree = begin + Events.end(gloo) - Events.start(gloo);
        place(kernel, begin, collectiveFree);
        pair(launch, kernel);
        ObjectNode shown = gpuEvent(annotation, "gpu_user_annotation", vendor.collectiveStream, external + 1);
        Events.args(shown).removeAll();
        Events.args(shown).put("External id", external + 1);
        place(shown, begin, collectiveFree);
        events.add(shown);
        // DDP makes the compute stream wait for the reduced gradients before they are copied back.
        computeFree = Math.max(computeFree, collectiveFree);
        return List.of(parameters, inner);
    }

    /** The profiler waits for the device before it stops. */
    void finish(long hostEnd, JsonNode pid, JsonNode tid) {
        ObjectNode where = JSON.objectNode();
        where.set("pid", pid);
        where.set("tid", tid);
        long idle = Math.max(computeFree, collectiveFree);
        alone(runtime(where, vendor.synchronize, hostEnd + 20_000, Math.max(2_000, idle - hostEnd), 0));
    }

    private ObjectNode runtime(ObjectNode where, String name, long start, long duration, long external) {
        ObjectNode event = hostEvent(where, name, "cuda_runtime", start, duration);
        ObjectNode args = Events.args(event);
        if (external > 0) {
            args.put("External id", external);
        }
        args.put(vendor == Vendor.HIP ? "cid" : "cbid", Math.floorMod(name.hashCode(), 400));
        args.put("correlation", ++correlation);
        return event;
    }

    private ObjectNode gpuEvent(String name, String category, int stream, long external) {
        ObjectNode event = JSON.objectNode();
        event.put("ph", "X")
                .put("cat", category)
                .put("name", name)
                .put("pid", rank)
                .put("tid", stream);
        ObjectNode args = event.putObject("args");
        args.put("External id", external)
                .put("device", rank)
                .put("stream", stream)
                .put("correlation", correlation);
        return event;
    }

    private void shape(ObjectNode launch, ObjectNode kernel, String name, int threads) {
        if (vendor == Vendor.HIP) {
            ObjectNode call = Events.args(launch);
            call.put("kernel", name);
            call.putArray("grid").add(64).add(1).add(1);
            call.putArray("block").add(threads).add(1).add(1);
            call.put("shared memory", 0);
            Events.args(kernel).put("kind", "Dispatch Kernel");
        } else {
            Events.args(kernel)
                    .put("queued", 0)
                    .put("context", 1)
                    .put("registers per thread", 32)
                    .put("shared memory", 0);
        }
        Events.args(kernel).putArray("grid").add(64).add(1).add(1);
        Events.args(kernel).putArray("block").add(threads).add(1).add(1);
    }

    private void describe(ObjectNode event, HostRewrite.Message message) {
        StringBuilder ranks = new StringBuilder("[0");
        for (int r = 1; r < world; r++) {
            ranks.append(", ").append(r);
        }
        Events.args(event)
                .put("Collective name", message.collective())
                .put("In msg nelems", message.elements())
                .put("Out msg nelems", message.elements())
                .put("Group size", world)
                .put("dtype", message.dtype())
                .put("In split size", "[]")
                .put("Out split size", "[]")
                .put("Process Group Name", "0")
                .put("Process Group Description", "default_pg")
                .put("Process Group Ranks", ranks + "]");
    }

    private static ObjectNode hostEvent(ObjectNode where, String name, String category, long start, long duration) {
        ObjectNode event = JSON.objectNode();
        event.put("ph", "X").put("cat", category).put("name", name);
        event.set("pid", where.get("pid"));
        event.set("tid", where.get("tid"));
        event.put("ts", Events.microseconds(start)).put("dur", Events.microseconds(duration));
        event.putObject("args");
        return event;
    }

    private static void place(ObjectNode event, long start, long end) {
        event.put("ts", Events.microseconds(start)).put("dur", Events.microseconds(end - start));
    }

    /** A runtime call that starts nothing on the GPU. */
    private void alone(ObjectNode call) {
        events.add(call);
    }

    private void pair(ObjectNode launch, ObjectNode kernel) {
        events.add(launch);
        events.add(kernel);
        events.add(flow("s", launch));
        events.add(flow("f", kernel));
    }

    private ObjectNode flow(String phase, ObjectNode at) {
        ObjectNode flow = JSON.objectNode();
        flow.put("ph", phase).put("id", correlation);
        flow.set("pid", at.get("pid"));
        flow.set("tid", at.get("tid"));
        flow.set("ts", at.get("ts"));
        flow.put("cat", "ac2g").put("name", "ac2g");
        if (phase.equals("f")) {
            flow.put("bp", "e");
        }
        return flow;
    }
}

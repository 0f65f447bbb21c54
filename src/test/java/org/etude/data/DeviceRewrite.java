// SPDX-License-Identifier: Apache-2.0
package org.etude.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rewrites a CPU-only Kineto trace to what a GPU of {@link Vendor} writes: each computing operator launches one kernel that
 * runs as long as the operator itself did on the CPU, in order on the compute stream; each gloo collective becomes one
 * NCCL or RCCL kernel on its own stream over the time that gloo took. Times stay CPU times.
 */
final class DeviceRewrite {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Vendor vendor;
    private final int rank;
    private final HostRewrite.Result host;
    private final GpuEvents gpu;
    private final List<ObjectNode> kept = new ArrayList<>();

    private DeviceRewrite(Vendor vendor, int rank, int world, HostRewrite.Result host) {
        this.vendor = vendor;
        this.rank = rank;
        this.host = host;
        this.gpu = new GpuEvents(vendor, rank, world);
    }

    /** Rewrites {@code document} in place. */
    static void rewrite(ObjectNode document, Vendor vendor, int rank, int world, HostRewrite.Result host) {
        DeviceRewrite rewrite = new DeviceRewrite(vendor, rank, world, host);
        rewrite.operators((ArrayNode) document.get("traceEvents"));
        ArrayNode events = JSON.arrayNode();
        rewrite.kept.forEach(events::add);
        rewrite.gpu.events().forEach(events::add);
        document.set("traceEvents", events);
        Headers.write(document, vendor, rank, world);
    }

    /** Names of the collectives by Record function id. */
    static Map<Long, String> collectives(ObjectNode document) {
        Map<Long, String> result = new HashMap<>();
        for (JsonNode event : document.get("traceEvents")) {
            if (Events.name(event).startsWith("gloo:")) {
                result.put(Events.record(event), Events.name(event));
            }
        }
        return result;
    }

    private void operators(ArrayNode events) {
        Map<Long, ObjectNode> gloo = new HashMap<>();
        List<ObjectNode> operators = new ArrayList<>();
        for (JsonNode event : events) {
            ObjectNode e = (ObjectNode) event;
            if (Events.name(e).startsWith("gloo:")) {
                gloo.put(Events.record(e), e);
            } else {
                kept.add(e);
                if (Events.isOperator(e)) {
                    operators.add(e);
                }
            }
        }
        operators.sort(Comparator.comparing(Events::thread)
                .thenComparing(Events::start)
                .thenComparing(Events::end, Comparator.reverseOrder()));
        launches(operators, gloo);
        operators.forEach(this::rename);
        gpu.finish(operators.stream().mapToLong(Events::end).max().orElse(0), pid(operators), tid(operators));
    }

    /** Walks the operators of each thread as a tree; what an operator launches comes after what its children launch. */
    private void launches(List<ObjectNode> operators, Map<Long, ObjectNode> gloo) {
        List<Launch> launches = new ArrayList<>();
        List<Launch> open = new ArrayList<>();
        for (ObjectNode operator : operators) {
            while (!open.isEmpty() && !open.get(open.size() - 1).covers(operator)) {
                open.remove(open.size() - 1);
            }
            ObjectNode collective =
                    Events.name(operator).startsWith("c10d::") ? gloo.get(Events.record(operator) + 1) : null;
            Vendor.Work work = vendor.work(Events.name(operator));
            if (collective == null && work == null) {
                continue;
            }
            Launch launch = new Launch(operator, work, collective);
            open.forEach(outer -> outer.waitFor(launch, open));
            open.add(launch);
            launches.add(launch);
        }
        launches.sort(Comparator.comparingLong(Launch::at));
        for (Launch launch : launches) {
            if (launch.collective == null) {
                gpu.compute(
                        launch.operator,
                        launch.work,
                        host.ids().record(Events.record(launch.operator)),
                        launch.at(),
                        launch.own());
            } else {
                collective(launch);
            }
        }
    }

    private void collective(Launch launch) {
        long recorded = Events.record(launch.collective);
        long record = host.ids().record(recorded);
        HostRewrite.Message message = host.messages().get(recorded);
        String annotation = "nccl:" + Events.name(launch.collective).substring("gloo:".length());
        kept.addAll(gpu.collective(launch.operator, launch.collective, message, annotation, record));
    }

    private void rename(ObjectNode operator) {
        operator.put("name", vendor.operator(Events.name(operator)));
        ObjectNode args = Events.args(operator);
        long record = Events.record(operator);
        if (record > 0) {
            args.put("Record function id", host.ids().record(record));
            args.put("External id", host.ids().record(record));
        }
        args.remove("Ev Idx");
        args.remove("finished");
    }

    private static JsonNode pid(List<ObjectNode> operators) {
        return operators.get(0).get("pid");
    }

    private static JsonNode tid(List<ObjectNode> operators) {
        return operators.get(0).get("tid");
    }

    /** An operator that starts GPU work. */
    private static final class Launch {
        private final ObjectNode operator;
        private final Vendor.Work work;
        private final ObjectNode collective;
        private long children = 0;
        private long childrenEnd;

        Launch(ObjectNode operator, Vendor.Work work, ObjectNode collective) {
            this.operator = operator;
            this.work = work;
            this.collective = collective;
            this.childrenEnd = Events.start(operator);
        }

        boolean covers(ObjectNode other) {
            return Events.thread(operator).equals(Events.thread(other)) && Events.end(other) <= Events.end(operator);
        }

        void waitFor(Launch inner, List<Launch> open) {
            childrenEnd = Math.max(childrenEnd, Events.end(inner.operator));
            if (open.get(open.size() - 1) == this) {
                children += Events.end(inner.operator) - Events.start(inner.operator);
            }
        }

        /** Time of the operator without the operators in it that launch work of their own. */
        long own() {
            return Events.end(operator) - Events.start(operator) - children;
        }

        long at() {
            return childrenEnd + (Events.end(operator) - childrenEnd) / 8;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.link;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.report.Progress;
import org.etude.spec.LinkOptions;
import org.etude.spec.LoadOptions;
import org.etude.trace.load.TraceLoader;
import org.etude.trace.model.TraceSet;

/** The traces of a job written down call by call and read back through the real reader. Times in us. */
public final class Recording {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int GPU = 0;
    /** Ranks of one machine have one clock. */
    private static final long BASE = 1_700_000_000_000_000_000L;

    private static final int PROCESS = 4000;

    private final Map<Integer, Rank> ranks = new TreeMap<>();
    private final int world;

    public Recording(int world) {
        this.world = world;
    }

    /** The only rank of a job of one. */
    public static Rank alone() {
        return new Recording(1).rank(0);
    }

    public Rank rank(int number) {
        return ranks.computeIfAbsent(number, Rank::new);
    }

    public TraceSet load(Path dir) {
        ranks.values().forEach(rank -> rank.write(dir));
        return TraceLoader.load(List.of(dir), LoadOptions.defaults(), Progress.NONE);
    }

    public LinkedSet link(Path dir, UnaryOperator<LinkOptions> options) {
        return Linker.link(load(dir), options.apply(LinkOptions.defaults()), Progress.NONE);
    }

    public LinkedSet link(Path dir) {
        return link(dir, options -> options);
    }

    /** One rank's two files; without a node there is no host trace, without an event no device trace. */
    public final class Rank {
        public final ArrayNode nodes = JSON.createArrayNode();
        public final ArrayNode events = JSON.createArrayNode();
        private final ArrayNode groups = JSON.createArrayNode();
        private final int number;
        private String machine = "node";

        private Rank(int number) {
            this.number = number;
        }

        /** The machine that it ran on, whose clock may differ from that of others; "node" unless told. */
        public Rank on(String name) {
            machine = name;
            return this;
        }

        /** The root of a thread of the execution trace, under the process root. */
        public Rank thread(long id, long tid) {
            return node(id, "[pytorch|profiler|execution_trace|thread]", 1, 0, "tid", tid);
        }

        /** A node; {@code more} are attributes, names and values alternating. */
        public Rank node(long id, String name, long parent, long function, Object... more) {
            ObjectNode node = nodes.addObject();
            node.put("id", id).put("name", name).put("ctrl_deps", parent);
            tensors(node, "inputs", "[]", "[]", "[]");
            tensors(node, "outputs", "[]", "[]", "[]");
            ArrayNode attrs = node.putArray("attrs");
            attrs.addObject().put("name", "rf_id").put("value", function);
            for (int k = 0; k < more.length; k += 2) {
                attrs.addObject().put("name", more[k].toString()).set("value", JSON.valueToTree(more[k + 1]));
            }
            return this;
        }

        /** Inputs of the node added last, as JSON text. */
        public Rank inputs(String values, String shapes, String types) {
            tensors((ObjectNode) nodes.get(nodes.size() - 1), "inputs", values, shapes, types);
            return this;
        }

        /** A node and its event, tied by the function id. */
        public Rank op(long id, String name, long parent, int tid, double at, double micros) {
            return node(id, name, parent, id, "tid", tid)
                    .event("cpu_op", name, tid, at, micros, "Record function id", id);
        }

        public Rank op(String name, int tid, double at, double micros, Object... args) {
            return event("cpu_op", name, tid, at, micros, args);
        }

        public Rank call(String name, int tid, double at, double micros, long correlation, Object... args) {
            event("cuda_runtime", name, tid, at, micros, args);
            return arg("correlation", correlation);
        }

        public Rank kernel(String name, int stream, double at, double micros, long correlation, Object... args) {
            return gpu("kernel", name, stream, at, micros, args).arg("correlation", correlation);
        }

        /** A launch and its kernel, which starts when the launch ends. */
        public Rank launch(
                String kernel, int tid, double at, int stream, double micros, long correlation, Object... args) {
            return call("cudaLaunchKernel", tid, at, 1, correlation)
                    .kernel(kernel, stream, at + 1, micros, correlation, args);
        }

        public Rank gpu(String category, String name, int stream, double at, double micros, Object... args) {
            event(category, name, stream, at, micros, args);
            last().put("pid", GPU);
            return arg("stream", stream).arg("device", GPU);
        }

        /** An event of a category; times in us. */
        public Rank event(String category, String name, int tid, double at, double micros, Object... args) {
            ObjectNode event = events.addObject();
            event.put("ph", "X")
                    .put("cat", category)
                    .put("name", name)
                    .put("pid", PROCESS)
                    .put("tid", tid);
            event.put("ts", at).put("dur", micros);
            event.putObject("args");
            for (int k = 0; k < args.length; k += 2) {
                arg(args[k].toString(), args[k + 1]);
            }
            return this;
        }

        /** A further argument of the event added last. */
        public Rank arg(String name, Object value) {
            ((ObjectNode) last().get("args")).set(name, JSON.valueToTree(value));
            return this;
        }

        private ObjectNode last() {
            return (ObjectNode) events.get(events.size() - 1);
        }

        /** A collective that the kernel's own arguments describe: launch, then kernel one us later. */
        public Rank collective(String type, double at, double micros, long elements, String group, int... members) {
            long correlation = 10_000 + events.size();
            return launch("ncclDevKernel_Generic(x)", 1, at, 4, micros, correlation)
                    .arg("Collective name", type)
                    .arg("dtype", "Float")
                    .arg("In msg nelems", elements)
                    .arg("Out msg nelems", elements)
                    .arg("Process Group Name", group)
                    .arg("Process Group Ranks", Arrays.toString(members));
        }

        /** A process group of the job, as the head of the device trace lists it. */
        public Rank group(String name, int... members) {
            ObjectNode group = groups.addObject();
            group.put("pg_name", name).put("pg_desc", "").put("pg_size", members.length);
            group.set("ranks", JSON.valueToTree(members));
            return this;
        }

        public LinkedRank link(Path dir) {
            return Recording.this.link(dir).ranks().get(0);
        }

        public Recording job() {
            return Recording.this;
        }

        private void tensors(ObjectNode node, String side, String values, String shapes, String types) {
            try {
                ObjectNode io = node.putObject(side);
                io.set("values", JSON.readTree(values));
                io.set("shapes", JSON.readTree(shapes));
                io.set("types", JSON.readTree(types));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void write(Path dir) {
            if (!nodes.isEmpty()) {
                ObjectNode host = JSON.createObjectNode()
                        .put("schema", "1.1.1-chakra.0.0.4")
                        .put("pid", PROCESS);
                host.set("nodes", nodes);
                write(dir.resolve("host_" + number + ".json"), host);
            }
            if (!events.isEmpty()) {
                ObjectNode device = JSON.createObjectNode().put("cuda_runtime_version", 12010);
                device.put("host_name", machine).put("baseTimeNanoseconds", BASE);
                ObjectNode job = device.putObject("distributedInfo");
                job.put("backend", "nccl").put("rank", number).put("world_size", world);
                job.set("pg_config", groups);
                device.set("traceEvents", events);
                write(dir.resolve("device_" + number + ".json"), device);
            }
        }

        private static void write(Path file, ObjectNode text) {
            try {
                Files.createDirectories(file.getParent());
                JSON.writeValue(file.toFile(), text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}

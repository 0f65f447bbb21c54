// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.msccl;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.config.XmlElement;
import org.etude.et.graph.EtException;
import org.etude.spec.CollectiveType;

/**
 * Reads MSCCL's XML (microsoft/msccl src/misc/msccl/msccl_parser.cc, as msccl-tools write it).
 *
 * <pre>
 * &lt;algo name="ring" proto="Simple" nchannels="1" nchunksperloop="2" ngpus="2" coll="allreduce" inplace="1"&gt;
 *   &lt;gpu id="0" i_chunks="2" o_chunks="2" s_chunks="0"&gt;
 *     &lt;tb id="0" send="1" recv="1" chan="0"&gt;
 *       &lt;step s="0" type="s" srcbuf="i" srcoff="0" dstbuf="i" dstoff="0" cnt="1" depid="-1" deps="-1"
 *       hasdep="0"/&gt;
 *
 * algo = minBytes maxBytes { gpu }   gpu = id { tb }   tb = id send recv chan { step }
 * step = s type cnt depid deps      (buffers and offsets give the location, not the size)
 * type = s send | r receive | rcs receive, copy, send | rrc receive, reduce | rrs, rrcs receive, reduce, send
 *      | cpy local copy | re local reduction | ra  | nop
 * </pre>
 *
 * The steps of a tb run one after the other; {@code depid}, {@code deps} name a step of another tb of the GPU that must
 * have finished. The n-th send of a GPU to another one on a channel matches the n-th receive there. A chunk is the
 * buffer (of an all-gather
 * the gathered
 * one) divided by {@code nchunksperloop}. Copies and reductions within a GPU take no time.
 */
final class MscclXml {
    private static final int MOST_GPUS = 1 << 16;

    private final String file;
    private final XmlElement algo;
    /** Sends by connection, such as "0 to 1 on channel 0", in order. */
    private final Map<String, Deque<Step>> sends = new TreeMap<>();

    private final Map<String, Deque<Step>> receives = new TreeMap<>();
    /** The tags of a step's send and receive. */
    private final Map<XmlElement, int[]> tagsOf = new IdentityHashMap<>();

    private PlanGraph graph;
    private int local;

    /** A step that sends or receives. */
    private record Step(XmlElement element, int from, int to, long chunks) {}

    MscclXml(String file, XmlElement algo) {
        this.file = file;
        this.algo = algo;
    }

    CollectivePlan read() {
        if (!algo.name().equals("algo")) {
            throw error(algo, "the document is a <" + algo.name() + ">, not an <algo>");
        }
        int count = (int) whole(algo, "ngpus", 1, MOST_GPUS);
        long loop = whole(algo, "nchunksperloop", 1, Integer.MAX_VALUE);
        CollectiveType type = CollectivePlan.type(algo.text("coll"), file + ": line " + algo.line());
        graph = new PlanGraph(count);
        boolean[] seen = new boolean[count];
        for (XmlElement gpu : algo.children("gpu")) {
            int id = (int) whole(gpu, "id", 0, count - 1L);
            if (seen[id]) {
                throw error(gpu, "gpu " + id + " is defined twice");
            }
            seen[id] = true;
            connections(gpu);
        }
        for (int id = 0; id < count; id++) {
            if (!seen[id]) {
                throw error(algo, "gpu " + id + " of " + count + " is missing");
            }
        }
        tags();
        for (XmlElement gpu : algo.children("gpu")) {
            new Gpu(gpu, (int) whole(gpu, "id", 0, count - 1L)).write();
        }
        PlanFindings findings = new PlanFindings(file);
        findings.local(local);
        findings.protocol(algo.text("proto"));
        int buffers = type == CollectiveType.ALL_GATHER ? count : 1;
        String name = algo.text("name").isEmpty() ? "msccl" : algo.text("name");
        return new CollectivePlan(name, type, graph, loop, buffers, SizeRange.of(algo), findings);
    }

    /** Collects sends and receives by connection. */
    private void connections(XmlElement gpu) {
        int id = (int) whole(gpu, "id", 0, graph.ranks() - 1L);
        for (XmlElement tb : gpu.children("tb")) {
            for (XmlElement step : tb.children("step")) {
                String type = step.text("type");
                if (receives(type)) {
                    int from = (int) whole(tb, "recv", 0, graph.ranks() - 1L);
                    queue(receives, from, id, tb).add(new Step(step, from, id, chunks(step)));
                }
                if (sends(type)) {
                    int to = (int) whole(tb, "send", 0, graph.ranks() - 1L);
                    queue(sends, id, to, tb).add(new Step(step, id, to, chunks(step)));
                }
                if (!receives(type) && !sends(type) && !type.matches("cpy|re|ra|nop")) {
                    throw error(step, "the type \"" + type + "\" is not known");
                }
            }
        }
    }

    private static Deque<Step> queue(Map<String, Deque<Step>> queues, int from, int to, XmlElement tb) {
        return queues.computeIfAbsent(key(from, to, tb), k -> new ArrayDeque<>());
    }

    private static String key(int from, int to, XmlElement tb) {
        return from + " to " + to + " on channel " + (tb.text("chan").isEmpty() ? "0" : tb.text("chan"));
    }

    private static boolean receives(String type) {
        return type.matches("r|rcs|rrs|rrc|rrcs");
    }

    private static boolean sends(String type) {
        return type.matches("s|rcs|rrs|rrcs");
    }

    /** Gives the n-th send of a connection and the n-th receive a common tag. */
    private void tags() {
        receives.forEach((key, queue) -> {
            if (!sends.containsKey(key)) {
                throw error(queue.peek().element, "a receive from " + key + " that nothing sends");
            }
        });
        sends.forEach((key, queue) -> {
            Deque<Step> others = receives.getOrDefault(key, new ArrayDeque<>());
            if (others.size() != queue.size()) {
                throw error(
                        queue.peek().element,
                        queue.size() + " sends from " + key + " meet " + others.size() + " receives");
            }
            for (Step send : queue) {
                Step receive = others.poll();
                if (receive.chunks != send.chunks) {
                    throw error(
                            receive.element,
                            "receives " + receive.chunks + " chunks from " + key + ", of which line "
                                    + send.element.line() + " sends " + send.chunks);
                }
                if (send.from == send.to) {
                    throw error(send.element, "gpu " + send.from + " sends to itself");
                }
                int tag = graph.tag(send.from, send.to);
                tagsOf.computeIfAbsent(send.element, e -> new int[2])[0] = tag;
                tagsOf.computeIfAbsent(receive.element, e -> new int[2])[1] = tag;
            }
        });
    }

    /** Writes the nodes of one GPU. */
    private final class Gpu {
        private final XmlElement gpu;
        private final int id;
        /** The node that ends a step, by "tb s". */
        private final Map<String, Integer> over = new HashMap<>();

        private final List<Runnable> later = new ArrayList<>();

        Gpu(XmlElement gpu, int id) {
            this.gpu = gpu;
            this.id = id;
        }

        void write() {
            for (XmlElement tb : gpu.children("tb")) {
                int before = -1;
                long number = whole(tb, "id", 0, Integer.MAX_VALUE);
                for (XmlElement step : tb.children("step")) {
                    before = step(tb, step, before);
                    if (over.put(number + " " + whole(step, "s", 0, Integer.MAX_VALUE), before) != null) {
                        throw error(step, "step " + step.text("s") + " of tb " + number + " is defined twice");
                    }
                }
            }
            later.forEach(Runnable::run);
        }

        private int step(XmlElement tb, XmlElement step, int before) {
            String type = step.text("type");
            int first;
            int last;
            if (receives(type)) {
                int from = (int) whole(tb, "recv", 0, graph.ranks() - 1L);
                first = graph.receive(from, id, ChunkSlice.whole(chunks(step)), tagsOf.get(step)[1]);
                last = first;
                if (sends(type)) {
                    last = send(tb, step);
                    graph.after(id, last, first);
                }
            } else if (sends(type)) {
                first = send(tb, step);
                last = first;
            } else {
                local += type.equals("nop") ? 0 : 1;
                first = graph.join(id);
                last = first;
            }
            graph.after(id, first, before);
            long tbOf = whole(step, "depid", -1, Integer.MAX_VALUE);
            if (tbOf >= 0) {
                String dep = tbOf + " " + whole(step, "deps", 0, Integer.MAX_VALUE);
                int waits = first;
                later.add(() -> {
                    Integer other = over.get(dep);
                    if (other == null) {
                        throw error(
                                step,
                                "it waits for step " + step.text("deps") + " of tb " + tbOf + ", which gpu " + id
                                        + " does not have");
                    }
                    graph.after(id, waits, other);
                });
            }
            return last;
        }

        private int send(XmlElement tb, XmlElement step) {
            int to = (int) whole(tb, "send", 0, graph.ranks() - 1L);
            return graph.send(id, to, ChunkSlice.whole(chunks(step)), tagsOf.get(step)[0]);
        }
    }

    private long chunks(XmlElement step) {
        return step.has("cnt") ? whole(step, "cnt", 1, Integer.MAX_VALUE) : 1;
    }

    private long whole(XmlElement element, String attribute, long least, long most) {
        String text = element.text(attribute).strip();
        long value = text.matches("-?[0-9]{1,10}") ? Long.parseLong(text) : Long.MIN_VALUE;
        if (value < least || value > most) {
            throw error(
                    element,
                    attribute + " of a <" + element.name() + "> is \"" + text + "\", not " + least + " to " + most);
        }
        return value;
    }

    private EtException error(XmlElement element, String what) {
        return new EtException(file + ": line " + element.line() + ": " + what, "Correct the plan.");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.view;

import it.unimi.dsi.fastutil.longs.Long2IntLinkedOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongIterator;
import java.io.IOException;
import java.io.Writer;
import org.etude.et.graph.EtGraph;
import org.etude.report.Progress;

/**
 * Writes GraphML: a label per node, data or control per edge. If a pair has both kinds, control is written. Nodes are
 * in order of first mention, edges by their source.
 */
final class GraphmlWriter {
    private static final String HEAD = "<?xml version='1.0' encoding='utf-8'?>\n"
            + "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
            + "xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd\">\n";

    /** Id to graph index, or -1 for a node that is only depended on; in order of first mention. */
    private final Long2IntLinkedOpenHashMap nodes = new Long2IntLinkedOpenHashMap();
    /** Maps source to target to kind: 1 for control, 0 for data. */
    private final Long2ObjectOpenHashMap<Long2IntLinkedOpenHashMap> edges = new Long2ObjectOpenHashMap<>();

    private GraphmlWriter(EtGraph graph) {
        for (int node = 0; node < graph.size(); node++) {
            Progress.checkInterrupted();
            nodes.put(graph.id(node), node);
            for (long dep : graph.dataDeps(node)) {
                edge(dep, graph.id(node), 0);
            }
            for (long dep : graph.ctrlDeps(node)) {
                edge(dep, graph.id(node), 1);
            }
        }
    }

    private void edge(long from, long to, int control) {
        nodes.putIfAbsent(from, -1);
        edges.computeIfAbsent(from, id -> new Long2IntLinkedOpenHashMap()).put(to, control);
    }

    static void write(EtGraph graph, Writer out) throws IOException {
        GraphmlWriter writer = new GraphmlWriter(graph);
        out.write(HEAD);
        if (!writer.edges.isEmpty()) {
            out.write("  <key id=\"d1\" for=\"edge\" attr.name=\"dependency\" attr.type=\"string\" />\n");
        }
        if (graph.size() > 0) {
            out.write("  <key id=\"d0\" for=\"node\" attr.name=\"label\" attr.type=\"string\" />\n");
        }
        if (writer.nodes.isEmpty()) {
            out.write("  <graph edgedefault=\"directed\" />\n</graphml>\n");
            return;
        }
        out.write("  <graph edgedefault=\"directed\">\n");
        writer.nodes(graph, out);
        writer.edges(out);
        out.write("  </graph>\n</graphml>\n");
    }

    private void nodes(EtGraph graph, Writer out) throws IOException {
        for (LongIterator ids = nodes.keySet().iterator(); ids.hasNext(); ) {
            long id = ids.nextLong();
            int node = nodes.get(id);
            String start = "    <node id=\"" + Long.toUnsignedString(id) + "\"";
            if (node < 0) {
                out.write(start + " />\n");
            } else {
                out.write(start + ">\n      <data key=\"d0\">" + escape(graph.name(node)) + "</data>\n    </node>\n");
            }
        }
    }

    private void edges(Writer out) throws IOException {
        for (LongIterator sources = nodes.keySet().iterator(); sources.hasNext(); ) {
            long source = sources.nextLong();
            Long2IntLinkedOpenHashMap targets = edges.get(source);
            if (targets == null) {
                continue;
            }
            for (LongIterator ids = targets.keySet().iterator(); ids.hasNext(); ) {
                long target = ids.nextLong();
                out.write("    <edge source=\"" + Long.toUnsignedString(source) + "\" target=\""
                        + Long.toUnsignedString(target) + "\">\n      <data key=\"d1\">"
                        + (targets.get(target) == 1 ? "control" : "data") + "</data>\n    </edge>\n");
            }
        }
    }

    /** Text in XML; characters that XML cannot hold become a question mark. */
    static String escape(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                default -> out.appendCodePoint(isXml(c) ? c : '?');
            }
        });
        return out.toString();
    }

    private static boolean isXml(int c) {
        return c == '\t'
                || c == '\n'
                || c == '\r'
                || c >= 0x20 && c < 0xd800
                || c >= 0xe000 && c < 0xfffe
                || c > 0xffff;
    }
}

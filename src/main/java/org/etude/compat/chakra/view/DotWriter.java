// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.view;

import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.etude.et.graph.EtGraph;
import org.etude.report.Progress;

/** Writes Graphviz source: one record per node, data edges with a normal arrow, control edges with a tee. */
final class DotWriter {
    private static final Pattern PLAIN = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*|-?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)");
    private static final Set<String> KEYWORDS = Set.of("graph", "digraph", "subgraph", "node", "edge", "strict");
    private static final Pattern RECORD_SPECIAL = Pattern.compile("([{}()<>\\[\\]|&-])");
    private static final Pattern UNESCAPED_QUOTE = Pattern.compile("(?<!\\\\)((?:\\\\{2})*)\"");

    private DotWriter() {}

    static void write(EtGraph graph, Writer out) throws IOException {
        out.write("digraph {\n");
        for (int node = 0; node < graph.size(); node++) {
            Progress.checkInterrupted();
            String id = Long.toUnsignedString(graph.id(node));
            String label = RECORD_SPECIAL.matcher(graph.name(node)).replaceAll("\\\\$1");
            out.write("\t" + id + " [label=" + quote(label) + " id=" + id + " shape=record]\n");
            for (long dep : graph.dataDeps(node)) {
                out.write("\t" + Long.toUnsignedString(dep) + " -> " + id + " [arrowhead=normal]\n");
            }
            for (long dep : graph.ctrlDeps(node)) {
                out.write("\t" + Long.toUnsignedString(dep) + " -> " + id + " [arrowhead=tee]\n");
            }
        }
        out.write("}\n");
    }

    /** Quotes text as the language requires, unless it is an identifier or a number. */
    private static String quote(String text) {
        if (PLAIN.matcher(text).matches() && !KEYWORDS.contains(text.toLowerCase(Locale.ROOT))) {
            return text;
        }
        return '"' + UNESCAPED_QUOTE.matcher(text).replaceAll("$1\\\\\"") + '"';
    }
}

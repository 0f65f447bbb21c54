// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.view;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.report.AtomicFiles;
import org.etude.report.IoReason;
import org.etude.report.Report;

/**
 * Draws the dependency graph of an ET: {@code .dot} (Graphviz source), {@code .graphml}, or {@code .svg}, laid out
 * without Graphviz.
 */
public final class Visualizer {
    private Visualizer() {}

    /** Writes a graph in one format. */
    @FunctionalInterface
    private interface Format {
        void write(EtGraph graph, Writer out) throws IOException;
    }

    /**
     * Draws a graph in the format given by the target's extension.
     *
     * @throws EtException for an unknown extension, a graph too large to draw, or a target that cannot be written
     */
    public static void write(EtGraph graph, Path target) {
        Format format = format(graph, target);
        try {
            AtomicFiles.write(target, out -> {
                Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
                format.write(graph, writer);
                writer.flush();
            });
        } catch (IOException e) {
            throw new EtException(IoReason.notWritten(target, e), IoReason.notWrittenAdvice(e), Report.empty(), e);
        }
    }

    private static Format format(EtGraph graph, Path target) {
        String name = target.toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(".dot")) {
            return DotWriter::write;
        }
        if (name.endsWith(".graphml")) {
            return GraphmlWriter::write;
        }
        if (name.endsWith(".svg")) {
            if (graph.size() > SvgWriter.MOST_NODES) {
                throw new EtException(
                        target + ": a picture of " + graph.size() + " nodes cannot be read.",
                        "Draw at most " + SvgWriter.MOST_NODES + " nodes, or write .graphml and use a graph viewer.");
            }
            return SvgWriter::write;
        }
        throw new EtException(
                target + ": unknown ending.",
                name.endsWith(".pdf")
                        ? "Write .svg here, or .dot and run: dot -Tpdf -O "
                                + target.getFileName().toString().replaceAll("(?i)pdf$", "dot")
                        : "Use one of .dot, .graphml, .svg.");
    }
}

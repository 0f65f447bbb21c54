// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.view;

import java.io.IOException;
import java.io.Writer;
import org.etude.et.graph.EtGraph;

/** Draws the graph: one box per node in the layers of {@link LayeredLayout}, solid data edges, dashed control edges. */
final class SvgWriter {
    /** The maximum number of nodes; larger pictures are unreadable. */
    static final int MOST_NODES = 5_000;

    private static final int CHARACTER = 7;
    private static final int BOX_HEIGHT = 24;
    private static final int GAP_X = 24;
    private static final int GAP_Y = 40;
    private static final int MARGIN = 16;
    private static final int LONGEST_LABEL = 48;

    private final EtGraph graph;
    private final LayeredLayout layout;
    private final int[] x;
    private final int[] width;
    private int pictureWidth;

    private SvgWriter(EtGraph graph) {
        this.graph = graph;
        this.layout = LayeredLayout.of(graph);
        this.x = new int[graph.size()];
        this.width = new int[graph.size()];
        place();
    }

    static void write(EtGraph graph, Writer out) throws IOException {
        new SvgWriter(graph).draw(out);
    }

    private void place() {
        int[] rowWidth = new int[layout.layerCount()];
        for (int l = 0; l < rowWidth.length; l++) {
            int right = 0;
            for (int node : layout.layer(l)) {
                width[node] = label(node).length() * CHARACTER + 2 * CHARACTER;
                x[node] = right;
                right += width[node] + GAP_X;
            }
            rowWidth[l] = Math.max(0, right - GAP_X);
            pictureWidth = Math.max(pictureWidth, rowWidth[l]);
        }
        for (int l = 0; l < rowWidth.length; l++) {
            for (int node : layout.layer(l)) {
                x[node] += MARGIN + (pictureWidth - rowWidth[l]) / 2;
            }
        }
    }

    private void draw(Writer out) throws IOException {
        int height = Math.max(1, layout.layerCount()) * (BOX_HEIGHT + GAP_Y) - GAP_Y + 2 * MARGIN;
        out.write("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + (pictureWidth + 2 * MARGIN) + "\" height=\""
                + height
                + "\" font-family=\"monospace\" font-size=\"11\">\n"
                + "<defs><marker id=\"a\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">"
                + "<path d=\"M0 0L8 4L0 8z\" fill=\"#444\"/></marker></defs>\n"
                + "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
        for (int node = 0; node < graph.size(); node++) {
            edges(node, graph.dataDeps(node), "", out);
            edges(node, graph.ctrlDeps(node), " stroke-dasharray=\"4 3\"", out);
        }
        for (int node = 0; node < graph.size(); node++) {
            box(node, out);
        }
        out.write("</svg>\n");
    }

    private void edges(int node, long[] deps, String style, Writer out) throws IOException {
        for (long dep : deps) {
            int from = graph.indexOf(dep);
            if (from < 0) {
                continue;
            }
            int x1 = x[from] + width[from] / 2;
            int y1 = y(from) + BOX_HEIGHT;
            int x2 = x[node] + width[node] / 2;
            int y2 = y(node);
            int bend = GAP_Y / 2;
            out.write("<path d=\"M" + x1 + " " + y1 + "C" + x1 + " " + (y1 + bend) + " " + x2 + " " + (y2 - bend) + " "
                    + x2 + " " + y2 + "\" fill=\"none\" stroke=\"#444\"" + style + " marker-end=\"url(#a)\"/>\n");
        }
    }

    private void box(int node, Writer out) throws IOException {
        String fill =
                switch (graph.type(node)) {
                    case COMM_COLL, COMM_SEND, COMM_RECV -> "#F5C9A4";
                    case COMP -> graph.isCpuOp(node) ? "#E6E6E6" : "#B5D6EC";
                    case MEM_LOAD, MEM_STORE -> "#B7E3D0";
                    default -> "#FFFFFF";
                };
        out.write("<g><title>" + GraphmlWriter.escape(Long.toUnsignedString(graph.id(node)) + " " + graph.name(node))
                + "</title><rect x=\"" + x[node] + "\" y=\"" + y(node) + "\" width=\"" + width[node] + "\" height=\""
                + BOX_HEIGHT + "\" rx=\"3\" fill=\"" + fill + "\" stroke=\"#444\"/><text x=\""
                + (x[node] + width[node] / 2)
                + "\" y=\"" + (y(node) + 16) + "\" text-anchor=\"middle\">" + GraphmlWriter.escape(label(node))
                + "</text></g>\n");
    }

    private int y(int node) {
        return MARGIN + layout.layerOf(node) * (BOX_HEIGHT + GAP_Y);
    }

    private String label(int node) {
        String name = graph.name(node);
        return name.length() <= LONGEST_LABEL ? name : name.substring(0, LONGEST_LABEL - 3) + "...";
    }
}

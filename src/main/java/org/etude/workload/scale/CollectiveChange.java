// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.scale;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphEdit;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.report.Counted;
import org.etude.spec.CollectiveType;
import org.etude.spec.ScaleSettings;
import org.etude.spec.WorkloadException;

/** Changes the sizes of collectives according to the growth of their groups and, on request, their types. */
final class CollectiveChange {
    /** Maximum size of one exbibyte: far above any collective, and sums do not overflow. */
    private static final long MAX_BYTES = 1L << 60;

    private final ScaleSettings settings;
    private final GroupPlan plan;
    private final ScaleLog log;
    /** Counts by message, over distinct graphs. */
    private final Map<String, Integer> counts = new TreeMap<>();

    private long rounded;
    private int indivisible;
    private int collectives;
    private int rewritten;

    CollectiveChange(ScaleSettings settings, GroupPlan plan, ScaleLog log) {
        this.settings = settings;
        this.plan = plan;
        this.log = log;
    }

    List<EtGraph> run(List<EtGraph> graphs) {
        List<EtGraph> changed = SharedGraphs.edit(graphs, this::change);
        report();
        return changed;
    }

    private EtGraph change(EtGraph graph) {
        EtGraphEdit edit = EtGraphEdit.of(graph);
        edit.numbers(EtNames.COMM_SIZE, (node, size) -> size(graph, node, size));
        if (settings.rewritten() != null) {
            edit.numbers(EtNames.COMM_TYPE, (node, type) -> {
                boolean changes = isRewritten(graph, node);
                rewritten += changes ? 1 : 0;
                return changes ? settings.rewritten().number() : type;
            });
        }
        return edit.build();
    }

    private boolean isRewritten(EtGraph graph, int node) {
        return settings.rewritten() != null
                && graph.type(node) == EtNodeType.COMM_COLL
                && CollectiveType.ofNumber(graph.integer(node, EtNames.COMM_TYPE, -1)) != CollectiveType.BARRIER;
    }

    private long size(EtGraph graph, int node, long size) {
        if (graph.type(node).isMessage()) {
            return times(graph, node, size);
        }
        CollectiveType type = CollectiveType.ofNumber(graph.integer(node, EtNames.COMM_TYPE, -1));
        if (graph.type(node) != EtNodeType.COMM_COLL || type == null || size <= 0) {
            return size;
        }
        collectives++;
        if (settings.rewrittenBytes() > 0 && isRewritten(graph, node)) {
            return settings.rewrittenBytes();
        }
        int[] growth = plan.growth(SharedGraphs.group(graph, node));
        boolean divisible = size % settings.splits() == 0;
        indivisible += divisible ? 0 : 1;
        long scaled = times(graph, node, settings.sizes().scaled(type, size, growth[0], growth[1], 1));
        long unit = divisible ? settings.splits() : 1;
        long fitted = Math.max(unit, (scaled + unit / 2) / unit * unit);
        rounded += fitted == scaled ? 0 : 1;
        if (fitted != size) {
            counts.merge(type + " in groups grown from " + growth[0] + " to " + growth[1], 1, Integer::sum);
        }
        return fitted;
    }

    /** A size times the factor that was given, at least one byte; what moves nothing still moves nothing. */
    private long times(EtGraph graph, int node, long size) {
        if (size <= 0 || settings.commScale() == 1) {
            return size;
        }
        double scaled = size * settings.commScale();
        if (scaled > MAX_BYTES) {
            throw new WorkloadException(
                    "node " + graph.id(node) + " (" + graph.name(node) + "): " + size + " bytes times comm-scale "
                            + settings.commScale() + " are more than " + MAX_BYTES,
                    "Give a smaller factor.");
        }
        return Math.max(1, Math.round(scaled));
    }

    private void report() {
        log.info(
                "",
                "comm_size of " + Counted.of(collectives, "collective") + " taken as " + meaning(),
                "sizes(" + settings.sizes() + ")",
                counts.isEmpty() ? "no size changed by growth" : "changed: " + counts);
        if (settings.commScale() != 1) {
            log.info("", "every comm_size times " + settings.commScale(), "commScale was given", "messages too");
        }
        if (rounded > 0) {
            log.info(
                    "",
                    Counted.of(rounded, "size") + " rounded to a multiple of " + settings.splits(),
                    "they were divisible by the chunks they are cut into and stay so",
                    "by less than " + settings.splits() + " bytes each");
        }
        if (indivisible > 0) {
            log.warn(
                    "",
                    Counted.of(indivisible, "size is", "sizes are") + " not a multiple of " + settings.splits()
                            + ", before and after",
                    "the trace says so",
                    "the simulator cuts such a collective into one more chunk of full size");
        }
        if (rewritten > 0) {
            log.info(
                    "",
                    Counted.of(rewritten, "collective") + " turned into " + settings.rewritten()
                            + (settings.rewrittenBytes() > 0 ? " of " + settings.rewrittenBytes() + " bytes" : ""),
                    "rewrite was given",
                    "barriers stay");
        }
    }

    private String meaning() {
        return switch (settings.sizes()) {
            case BUFFER -> "the buffer, which does not grow with the group (an all-gather's shard shrinks)";
            case WIRE -> "bytes on the wire, which grow by M(N-1)/(N(M-1))";
            default -> "what it is, and kept";
        };
    }
}

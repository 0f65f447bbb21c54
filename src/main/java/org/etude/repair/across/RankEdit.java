// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import it.unimi.dsi.fastutil.ints.Int2LongLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.List;
import java.util.Map;
import java.util.PrimitiveIterator;
import java.util.function.Function;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.repair.across.ClassPlan.Kind;
import org.etude.repair.across.ClassPlan.Step;
import org.etude.repair.graph.Attributes;
import org.etude.repair.graph.ChangeLog;
import org.etude.repair.graph.CommView;
import org.etude.repair.graph.EditableGraph;
import org.etude.repair.graph.FreshIds;
import org.etude.repair.graph.NodeContraction;
import org.etude.spec.CollectiveType;

/**
 * Applies the plans agreed across ranks to one rank's collectives. If collectives are inserted, removed or moved, the
 * collectives of every group of the rank are chained, so that their order is fixed.
 */
public final class RankEdit {
    private static final String PASS = "collectives";

    private final EditableGraph draft;
    private final ChangeLog log;
    private final FreshIds fresh;
    private final Function<CallSource, EtNode> copies;
    private final Int2LongLinkedOpenHashMap chained = new Int2LongLinkedOpenHashMap();

    /**
     * Prepares an edit.
     *
     * @param rank the rank that changes name
     * @param copies the nodes of other ranks' calls, as they were before any edit
     */
    public RankEdit(EtGraph graph, int rank, Function<CallSource, EtNode> copies, ChangeLog log) {
        draft = new EditableGraph(graph, rank);
        this.copies = copies;
        this.log = log;
        fresh = draft.freshIds();
    }

    /** The graph after the plans; groups without a plan keep their calls. */
    public EtGraph apply(Map<String, Calls> calls, Map<String, ClassPlan> plans) {
        IntOpenHashSet leaving = new IntOpenHashSet();
        boolean structural = false;
        for (Map.Entry<String, ClassPlan> entry : plans.entrySet()) {
            Calls own = calls.get(entry.getKey());
            structural |= entry.getValue().isStructural();
            for (Step step : entry.getValue().steps()) {
                if (step.kind() == Kind.KEEP) {
                    set(own.node(step.call()), step);
                } else if (step.kind() != Kind.INSERT) {
                    leaving.add(own.node(step.call()));
                }
            }
        }
        NodeContraction.over(draft, leaving, false);
        if (structural) {
            chainAll(calls, plans);
            draft.addControl(chained);
        }
        return draft.build();
    }

    private void set(int node, Step step) {
        EtNode before = draft.content(node);
        EtNode after = completed(before, step, true);
        if (after != before) {
            draft.replace(node, after);
        }
    }

    /** The node with the type and size of the step. */
    private EtNode completed(EtNode node, Step step, boolean say) {
        EtNode result = completed(node, EtNames.COMM_TYPE, step.type(), step.reason(), say);
        return completed(result, EtNames.COMM_SIZE, step.size(), step.reason(), say);
    }

    private EtNode completed(EtNode node, String name, long value, String reason, boolean say) {
        EtAttribute before = CommView.attribute(node, name);
        if (value == Calls.UNKNOWN || before != null && before.value().equals(value)) {
            return node;
        }
        if (say) {
            String text = name.equals(EtNames.COMM_TYPE)
                    ? CollectiveType.ofNumber(value).toString()
                    : Long.toString(value);
            String was = before == null ? "missing" : "was " + before.value();
            log.add(draft.rank(), node.id(), PASS, "set " + name + " to " + text, was + "; " + reason);
        }
        return Attributes.with(node, EtAttribute.int64(name, value));
    }

    private void chainAll(Map<String, Calls> calls, Map<String, ClassPlan> plans) {
        for (String group : plans.keySet()) {
            chain(calls.getOrDefault(group, new Calls()), plans.get(group).steps());
        }
        for (Map.Entry<String, Calls> entry : calls.entrySet()) {
            if (!plans.containsKey(entry.getKey())) {
                Chain chain = new Chain();
                for (int call = 0; call < entry.getValue().count(); call++) {
                    chain.existing(entry.getValue().node(call));
                }
            }
        }
    }

    /**
     * Chains the calls in the group's order, but those that stay in the rank's own: one that other ranks have at another
     * place, and that is only reported, would else wait for a call that waits for it.
     */
    private void chain(Calls own, List<Step> steps) {
        Chain chain = new Chain();
        PrimitiveIterator.OfInt kept = steps.stream()
                .filter(step -> step.kind() == Kind.KEEP)
                .mapToInt(Step::call)
                .sorted()
                .iterator();
        for (Step step : steps) {
            switch (step.kind()) {
                case KEEP -> chain.existing(own.node(kept.nextInt()));
                case DROP -> {
                    int node = own.node(step.call());
                    log.add(
                            draft.rank(),
                            draft.id(node),
                            PASS,
                            "remove; its dependants take over its dependencies",
                            step.reason());
                }
                case MOVE -> {
                    int node = own.node(step.call());
                    chain.added(
                            draft.content(node), draft.id(node), step, "move to another place in the group's order");
                }
                case INSERT ->
                    chain.added(
                            copies.apply(step.copied()), fresh.take(), step, "add a copy of another rank's collective");
                default -> throw new IllegalStateException(step.kind().toString());
            }
        }
    }

    /** Chains the calls of a group, each waiting for the previous one. */
    private final class Chain {
        private boolean any;
        private long last;
        private long lastStart;

        void existing(int node) {
            if (any && !waits(node, last)) {
                chained.put(node, last);
                log.add(
                        draft.rank(),
                        draft.id(node),
                        PASS,
                        "add control dependency on",
                        last,
                        "keeps the order of the group's collectives on this changed rank");
            }
            any = true;
            last = draft.id(node);
            lastStart = draft.graph().startMicros(node);
        }

        void added(EtNode node, long id, Step step, String action) {
            EtNode whole = completed(node, step, false);
            boolean named = whole.attributes().stream()
                    .anyMatch(attribute -> attribute.name().equals(EtNames.RESOURCE));
            long[] before = any ? new long[] {last} : new long[0];
            draft.add(new EtNode(
                    id,
                    whole.name(),
                    whole.type(),
                    named ? new long[0] : before,
                    named ? before : new long[0],
                    lastStart,
                    whole.durationMicros(),
                    whole.inputs(),
                    whole.outputs(),
                    placed(whole.attributes(), named)));
            log.add(draft.rank(), id, PASS, action, step.reason());
            any = true;
            last = id;
        }

        /**
         * The attributes in the new place. On a stream that the trace names, nothing but the call before it says when the node
         * starts: control dependencies between collectives of two such streams are ignored, and its id is not that of
         * its place.
         */
        private List<EtAttribute> placed(List<EtAttribute> attributes, boolean named) {
            List<EtAttribute> timeless = attributes.stream()
                    .filter(attribute -> !attribute.name().equals(EtNames.START_NS))
                    .toList();
            EtAttribute after = EtAttribute.int64(EtNames.CALLED_AFTER, any ? last : -1);
            return named ? Attributes.with(timeless, after) : timeless;
        }

        private boolean waits(int node, long id) {
            for (int edge = draft.from(node); edge < draft.to(node); edge++) {
                if (draft.dep(edge) != EditableGraph.REMOVED && draft.depId(edge) == id) {
                    return true;
                }
            }
            return false;
        }
    }
}

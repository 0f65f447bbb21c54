// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.pass;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import org.etude.digraph.StrongComponents;
import org.etude.repair.graph.ChangeLog;
import org.etude.repair.graph.Edges;
import org.etude.repair.graph.EditableGraph;

/**
 * Breaks cycles. Of the dependencies inside a strongly connected component as many are kept as can be without a cycle,
 * tried in this order: those that agree with time (the node waited for starts earlier), then those of which the times
 * say nothing (equal or absent), then those against time; among these data before control dependencies, smaller
 * contradictions before larger, then by id. So what is taken out points against time if anything does, and a control
 * dependency goes before a data dependency. Linear but for sorting the edges inside components.
 */
public final class Cycles extends GraphPass {
    /** Searches per edge that the exact choice may cost; beyond, edges against the order are taken out untested. */
    private static final long SEARCH_FACTOR = 40;

    /** Makes the pass. */
    public Cycles() {
        super("cycles");
    }

    @Override
    public void run(EditableGraph draft, ChangeLog log) {
        StrongComponents components = new StrongComponents(draft);
        int[] members = members(draft, components);
        int from = 0;
        while (from < members.length) {
            int to = from + components.sizeOf(components.of(members[from]));
            new CycleBreaker(draft, components, members, from, to, SEARCH_FACTOR).run(this::remove, log);
            from = to;
        }
        removeLoops(draft, log);
    }

    /** The nodes of all components of more than one node, component by component. */
    private static int[] members(EditableGraph draft, StrongComponents components) {
        int[] nodes = new int[draft.size()];
        int count = 0;
        for (int node = 0; node < draft.size(); node++) {
            if (components.isOnCycle(node)) {
                nodes[count++] = node;
            }
        }
        int[] members = Arrays.copyOf(nodes, count);
        int[] smallest = new int[components.count()];
        Arrays.fill(smallest, -1);
        for (int node : members) {
            int at = components.of(node);
            if (smallest[at] < 0 || Long.compareUnsigned(draft.id(node), draft.id(smallest[at])) < 0) {
                smallest[at] = node;
            }
        }
        IntArrays.quickSort(members, (a, b) -> {
            int one = smallest[components.of(a)];
            int other = smallest[components.of(b)];
            int byComponent = Long.compareUnsigned(draft.id(one), draft.id(other));
            return byComponent != 0 ? byComponent : Integer.compare(components.of(a), components.of(b));
        });
        return members;
    }

    private void remove(EditableGraph draft, int node, int edge, String reason, ChangeLog log) {
        log.add(draft.rank(), draft.id(node), name(), Edges.removal(draft, node, edge), draft.depId(edge), reason);
        draft.removeEdge(edge);
    }

    /** Self-loops are cycles too; {@link RedundantDependencies} has mostly taken them out before. */
    private void removeLoops(EditableGraph draft, ChangeLog log) {
        for (int node = 0; node < draft.size(); node++) {
            for (int edge = draft.from(node); edge < draft.to(node); edge++) {
                if (draft.dep(edge) == node) {
                    remove(draft, node, edge, "a node cannot wait for itself", log);
                }
            }
        }
    }

    /** Takes an edge out and says so. */
    interface Removal {
        void remove(EditableGraph draft, int node, int edge, String reason, ChangeLog log);
    }
}

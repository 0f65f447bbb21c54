// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.pass;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import org.etude.digraph.StrongComponents;
import org.etude.repair.graph.ChangeLog;
import org.etude.repair.graph.Edges;
import org.etude.repair.graph.EditableGraph;

/**
 * Breaks cycles. Within a strongly connected component, dependencies are kept as long as they close no cycle, in this
 * order: those that agree with time (the dependency starts earlier), those with inconclusive times (equal or absent),
 * then those against time; within each, data before control, smaller contradictions before larger, then by id. Removed
 * dependencies therefore preferably point against time, and control dependencies are removed before data dependencies.
 * Linear except for sorting the edges inside components.
 */
public final class Cycles extends GraphPass {
    /** Search budget per edge for the exact choice; beyond it, edges against the order are removed untested. */
    private static final long SEARCH_FACTOR = 40;

    /** Creates the pass. */
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

    /** Self-loops are cycles too; {@link RedundantDependencies} has usually removed them before. */
    private void removeLoops(EditableGraph draft, ChangeLog log) {
        for (int node = 0; node < draft.size(); node++) {
            for (int edge = draft.from(node); edge < draft.to(node); edge++) {
                if (draft.dep(edge) == node) {
                    remove(draft, node, edge, "a node cannot wait for itself", log);
                }
            }
        }
    }

    /** Removes an edge and logs it. */
    interface Removal {
        void remove(EditableGraph draft, int node, int edge, String reason, ChangeLog log);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.pass;

import java.util.Arrays;
import org.etude.repair.graph.ChangeLog;
import org.etude.repair.graph.Edges;
import org.etude.repair.graph.EditableGraph;

/**
 * Removes dependencies of a node on itself, which can never be satisfied, and duplicates within the same list. A node
 * that is both a control and a data dependency is kept in both lists.
 */
public final class RedundantDependencies extends GraphPass {
    /** Creates the pass. */
    public RedundantDependencies() {
        super("redundant");
    }

    @Override
    public void run(EditableGraph draft, ChangeLog log) {
        int[] seen = new int[draft.size()];
        Arrays.fill(seen, -1);
        for (int node = 0; node < draft.size(); node++) {
            scan(draft, node, draft.from(node), draft.dataFrom(node), 2 * node, seen, log);
            scan(draft, node, draft.dataFrom(node), draft.to(node), 2 * node + 1, seen, log);
        }
    }

    private void scan(EditableGraph draft, int node, int from, int to, int list, int[] seen, ChangeLog log) {
        for (int edge = from; edge < to; edge++) {
            int dep = draft.dep(edge);
            if (dep < 0) {
                continue;
            }
            if (dep == node || seen[dep] == list) {
                String reason = dep == node ? "a node cannot wait for itself" : "the same dependency exists already";
                log.add(draft.rank(), draft.id(node), name(), Edges.removal(draft, node, edge), draft.id(dep), reason);
                draft.removeEdge(edge);
            } else {
                seen[dep] = list;
            }
        }
    }
}

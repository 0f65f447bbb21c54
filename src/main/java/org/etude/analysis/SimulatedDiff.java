// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import java.util.List;
import org.etude.analysis.recorded.DiffEntry;
import org.etude.analysis.recorded.DiffEntry.Kind;
import org.etude.analysis.recorded.DiffSide;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.sim.result.OpColumns;

/** One side of a comparison with a simulated run, node by node: {@link DiffSide}. */
public final class SimulatedDiff {
    private SimulatedDiff() {}

    /**
     * Host nodes, GPU nodes and collectives, per rank and step. Also applies to a converted recording, whose nodes have
     * the same names. Linear in the nodes.
     *
     * @param steps number of training steps that each rank ran
     */
    public static List<DiffEntry> of(OpColumns ops, int steps) {
        DiffSide side = new DiffSide();
        for (int rank = 0; rank < ops.ranks(); rank++) {
            side.steps(steps);
            for (int row = ops.firstOf(rank); row < ops.firstOf(rank + 1); row++) {
                if (ops.ended(row) >= 0 && ops.type(row) == EtNodeType.COMP) {
                    boolean host = ops.resource(row).equals("cpu");
                    String name = ops.name(row);
                    // Self time after a call is a later part of an operator already counted.
                    side.add(
                            host ? Kind.OPERATOR : Kind.KERNEL,
                            SimulatedKernels.operator(name),
                            name.startsWith(EtNames.SELF_TIME) ? 0 : 1,
                            ops.ended(row) - ops.issued(row));
                }
            }
        }
        return side.calls(SimulatedCalls.of(ops, ops.groups())).entries();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.text;

import static org.etude.compat.simai.text.RowList.pass;
import static org.etude.compat.simai.text.RowList.quiet;

import org.etude.compat.simai.text.SimAiRow.Pass;

/** The five rows of a layer of experts (Megatron core 0.13): counts, dispatch, gather, scatter, combine. */
record ExpertRows(String name, Sizes sizes, RowList out) {
    void add(UnaryComm comm, long forwardNs, long backwardNs) {
        String allToAll = comm.expert("ALLTOALL_EP");
        String gather = comm.tensor("ALLGATHER");
        String scatter = comm.tensor("REDUCESCATTER");
        out.add(name, new Pass(forwardNs, comm.ofCounts(), sizes.tokenCounts()), Pass.compute(backwardNs), quiet());
        out.add(name, pass(allToAll, sizes.dispatched()), pass(allToAll, sizes.exchanged()), quiet());
        out.add(name, pass(gather, sizes.routed()), pass(scatter, sizes.routed()), quiet());
        out.add(name, pass(scatter, sizes.routed()), pass(gather, sizes.routed()), quiet());
        out.add(name, pass(allToAll, sizes.exchanged()), pass(allToAll, sizes.exchanged()), quiet());
    }
}

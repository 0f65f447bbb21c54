// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.List;
import org.etude.et.comm.CommAttributes;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.link.model.LinkedRank;

/** Writes only the communication nodes of a rank, in sequence. */
final class SerialEmitter {
    private SerialEmitter() {}

    static EtGraph emit(LinkedRank rank, WorkNodes work, CommAttributes.GroupNames groups, List<EtAttribute> head) {
        EtGraphBuilder out = new EtGraphBuilder("", head);
        CommAttributes comm = new CommAttributes(rank, groups);
        long id = 0;
        for (int k = 0; k < work.size(); k++) {
            if (work.transfer(k) == null) {
                continue;
            }
            id++;
            long nanos = work.end(k) - work.start(k);
            out.begin(
                    id,
                    rank.name(work.node(k)),
                    CommAttributes.nodeType(work.transfer(k)),
                    Math.max(0, Math.floorDiv(work.start(k), 1000L)),
                    (nanos + 500) / 1000);
            out.dependencies(new long[0], id == 1 ? new long[0] : new long[] {id - 1});
            out.bool(EtNames.IS_CPU_OP, false);
            out.int64(EtNames.START_NS, work.start(k)).int64(EtNames.DURATION_NS, nanos);
            comm.write(work.transfer(k), out);
            out.end();
        }
        return out.build();
    }
}

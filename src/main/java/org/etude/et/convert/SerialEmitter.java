// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.List;
import java.util.stream.LongStream;
import org.etude.et.comm.CommAttributes;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.MessageBatch;

/** Writes only the communication nodes of a rank, in sequence; the messages of one kernel do not wait for each other. */
final class SerialEmitter {
    private SerialEmitter() {}

    static EtGraph emit(LinkedRank rank, WorkNodes work, CommAttributes.GroupNames groups, List<EtAttribute> head) {
        EtGraphBuilder out = new EtGraphBuilder("", head);
        CommAttributes comm = new CommAttributes(rank, groups);
        long next = 1;
        long[] before = new long[0];
        for (int k = 0; k < work.size(); k++) {
            if (work.transfer(k) == null) {
                continue;
            }
            MessageBatch batch = work.batch(k);
            int messages = batch == null ? 1 : batch.size();
            long[] ids = LongStream.range(next, next + messages).toArray();
            for (int m = 0; m < messages; m++) {
                long nanos = work.end(k) - work.start(k);
                boolean shared = batch != null && batch.isSend(m);
                long from = shared ? batch.from(m, nanos) : 0;
                long until = shared ? batch.until(m, nanos) : nanos;
                Collective transfer = batch == null ? work.transfer(k) : batch.get(m);
                out.begin(
                        ids[m],
                        rank.name(work.node(k)),
                        CommAttributes.nodeType(transfer),
                        Math.max(0, Math.floorDiv(work.start(k) + from, 1000L)),
                        (until - from + 500) / 1000);
                out.dependencies(new long[0], before);
                out.bool(EtNames.IS_CPU_OP, false);
                out.int64(EtNames.START_NS, work.start(k) + from).int64(EtNames.DURATION_NS, until - from);
                comm.write(transfer, out);
                out.end();
            }
            before = ids;
            next += ids.length;
        }
        return out.build();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.et.comm;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.stream.Collectors;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.graph.NodeSink;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.spec.CollectiveType;

/** Writes the attributes of communication nodes. One instance per rank, called in the order of transfers. */
public final class CommAttributes {
    /** Names the process groups of collectives. */
    public interface GroupNames {
        /** pg_name of a collective. */
        String name(LinkedRank rank, Collective c);
    }

    private final LinkedRank rank;
    private final GroupNames groups;
    private final Long2LongOpenHashMap sent = new Long2LongOpenHashMap();

    /** Writes those of a rank. */
    public CommAttributes(LinkedRank rank, GroupNames groups) {
        this.rank = rank;
        this.groups = groups;
    }

    /** The type of node that a collective or message becomes. */
    public static EtNodeType nodeType(Collective c) {
        return switch (c.type()) {
            case SEND -> EtNodeType.COMM_SEND;
            case RECV -> EtNodeType.COMM_RECV;
            default -> EtNodeType.COMM_COLL;
        };
    }

    /** Uses the kinds that the older feeder reads too: int64 for type and size, int32 for ranks and tags. */
    public void write(Collective c, NodeSink out) {
        long size = CommJudge.size(c);
        if (c.type() == CollectiveType.SEND || c.type() == CollectiveType.RECV) {
            boolean send = c.type() == CollectiveType.SEND;
            int self = rank.trace().rank();
            int source = send ? self : c.peer();
            int target = send ? c.peer() : self;
            out.int64(EtNames.COMM_SIZE, size).int32(EtNames.COMM_SRC, source).int32(EtNames.COMM_DST, target);
            tag(tag(c, source, target), out);
        } else {
            out.int64(EtNames.COMM_TYPE, c.type().number());
            if (!CommJudge.leavesSizeToRoot(c)) {
                out.int64(EtNames.COMM_SIZE, size);
            }
            out.string(EtNames.PG_NAME, groups.name(rank, c));
            if (!c.sentBytes().isEmpty()) {
                out.string(
                        EtNames.PART_BYTES,
                        c.sentBytes().stream().map(String::valueOf).collect(Collectors.joining(",")));
            }
            if (c.root() >= 0) {
                out.int32("comm_root", c.root());
            }
        }
        describe(c, out);
    }

    private static void tag(long tag, NodeSink out) {
        if (tag == (int) tag) {
            out.int32(EtNames.COMM_TAG, (int) tag);
        } else {
            out.int64(EtNames.COMM_TAG, tag);
        }
    }

    /** Without a recorded tag, the k-th transfer between two ranks gets tag k on both sides. */
    private long tag(Collective c, int source, int target) {
        long pair = (long) source << 32 | target;
        long count = sent.addTo(pair, 1);
        return c.tag() >= 0 ? c.tag() : count;
    }

    /** Adds what the trace stated, for users and other tools. */
    public void describe(Collective c, NodeSink out) {
        if (!c.dtype().isEmpty()) {
            out.string("dtype", c.dtype());
        }
        if (!c.groupName().isEmpty()) {
            out.string("process_group", c.groupName());
        }
        if (!c.evidence().isEmpty()) {
            out.string("evidence", c.evidence());
        }
    }
}

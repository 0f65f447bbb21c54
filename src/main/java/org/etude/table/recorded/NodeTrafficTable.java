// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.List;
import org.etude.analysis.recorded.NodeTraffic;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Traffic of ranks within their node and with other nodes. */
public final class NodeTrafficTable {
    /** The columns. */
    public static final Schema<NodeTraffic> SCHEMA = Schema.<NodeTraffic>of(
                    "node_traffic", "Collectives or messages of one type of one rank, within its node or with others.")
            .integer("rank", "the global rank", NodeTraffic::rank)
            .word(
                    "scope",
                    "intra: all ranks of the group in one node; inter: in several; unknown: the trace does not name them",
                    NodeTraffic::scope)
            .word("type", "all_reduce, ..., send, recv; unknown", NodeTraffic::type)
            .whole("count", "how many", row -> row.open().count())
            .whole("unsized", "how many of these without a known size", NodeTraffic::unsized)
            .whole("size_bytes", "the larger of input and output, summed", NodeTraffic::bytes)
            .decimal(
                    "sent_bytes",
                    "what the rank sent at least: 2 (n - 1) / n of the size for an all-reduce; missing where only the root"
                            + " sends or receives",
                    NodeTraffic::sentBytes)
            .decimal(
                    "total_us",
                    "time they were open, summed, waiting included",
                    row -> row.open().totalNanos() / 1e3)
            .build();

    private NodeTrafficTable() {}

    /** One row per rank, scope and type. */
    public static Table of(List<NodeTraffic> rows) {
        return SCHEMA.table(rows);
    }
}

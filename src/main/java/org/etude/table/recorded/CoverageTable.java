// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** How much of the traces was linked. */
public final class CoverageTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = Schema.<Row>of(
                    "link", "How much of one kind of events of one rank was linked.")
            .integer("rank", "the global rank", Row::rank)
            .text(
                    "what",
                    "GPU events (to their launch), host ops (to their Kineto event), collectives (to evidence)",
                    row -> row.coverage.what())
            .whole("matched", "how many were linked", row -> row.coverage.matched())
            .whole("total", "how many there are", row -> row.coverage.total())
            .decimal("matched_frac", "matched / total; missing when there are none", Row::matchedFrac)
            .build();

    private CoverageTable() {}

    /** One row per rank and kind. */
    public static Table of(LinkedSet linked) {
        TableBuilder<Row> rows = SCHEMA.rows();
        for (LinkedRank rank : linked.ranks()) {
            for (LinkedRank.Coverage coverage : rank.coverage()) {
                rows.add(new Row(rank.trace().rank(), coverage));
            }
        }
        return rows.table();
    }

    private record Row(int rank, LinkedRank.Coverage coverage) {
        double matchedFrac() {
            return coverage.total() > 0 ? coverage.matched() / (double) coverage.total() : Double.NaN;
        }
    }
}

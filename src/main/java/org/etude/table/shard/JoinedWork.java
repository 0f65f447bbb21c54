// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.util.List;
import java.util.Optional;
import org.etude.et.wire.EtFileSet;
import org.etude.report.Report;
import tech.tablesaw.api.Table;

/**
 * What joined parts give.
 *
 * @param shown tables that the verb prints and writes
 * @param more tables that it only writes
 * @param traces execution traces that it writes
 * @param note a closing sentence for people, or ""
 * @param findings what the verb shows and writes as its last table, if it has such a table
 */
public record JoinedWork(
        List<Table> shown, List<Table> more, Optional<EtFileSet> traces, String note, Optional<Report> findings) {
    /** Tables, nothing else. */
    static JoinedWork of(List<Table> shown) {
        return new JoinedWork(shown, List.of(), Optional.empty(), "", Optional.empty());
    }
}

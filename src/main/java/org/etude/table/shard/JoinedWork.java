// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.util.List;
import java.util.Optional;
import org.etude.et.wire.EtFileSet;
import org.etude.report.Report;
import tech.tablesaw.api.Table;

/**
 * The result of merged parts.
 *
 * @param shown tables that the command prints and writes
 * @param more tables that it only writes
 * @param traces execution traces that it writes
 * @param note a closing sentence, or ""
 * @param findings the command's last table, if it has one
 */
public record JoinedWork(
        List<Table> shown, List<Table> more, Optional<EtFileSet> traces, String note, Optional<Report> findings) {
    /** A result of tables only. */
    static JoinedWork of(List<Table> shown) {
        return new JoinedWork(shown, List.of(), Optional.empty(), "", Optional.empty());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.List;
import java.util.Locale;
import org.etude.flight.FlightDump;
import org.etude.flight.FlightEntry;
import org.etude.flight.FlightEntry.State;
import org.etude.flight.FlightVerdict;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Content of each rank's flight recorder. */
public final class FlightRanksTable {
    /** The columns. */
    public static final Schema<FlightDump> SCHEMA = Schema.<FlightDump>of(
                    "flight_ranks", "The flight recorder of one rank.")
            .integer("rank", "the rank", FlightDump::rank)
            .integer("records", "collectives and messages that it holds", d -> d.entries()
                    .size())
            .integer("completed", "of these completed", d -> count(d, State.COMPLETED))
            .integer("started", "of these started by the GPU but not completed", d -> count(d, State.STARTED))
            .integer("scheduled", "of these enqueued and not begun", d -> count(d, State.SCHEDULED))
            .whole("lost", "older records that the buffer overwrote", FlightRanksTable::lost)
            .text("last_operation", "what it enqueued last", d -> last(d))
            .text("last_state", "how far that came", d -> state(d))
            .text("last_at", "when it enqueued that", d -> at(d))
            .text("file", "where it was read from", FlightDump::file)
            .build();

    private FlightRanksTable() {}

    /** One row per dump. */
    public static Table of(List<FlightDump> dumps) {
        return SCHEMA.table(dumps);
    }

    private static long count(FlightDump dump, State state) {
        return dump.entries().stream().filter(e -> e.state() == state).count();
    }

    private static long lost(FlightDump dump) {
        return dump.entries().isEmpty() ? 0 : dump.entries().get(0).record();
    }

    private static FlightEntry end(FlightDump dump) {
        return dump.entries().get(dump.entries().size() - 1);
    }

    private static String last(FlightDump dump) {
        return dump.entries().isEmpty()
                ? ""
                : end(dump).operation() + " #" + end(dump).sequence() + " of group "
                        + end(dump).group();
    }

    private static String state(FlightDump dump) {
        return dump.entries().isEmpty() ? "" : end(dump).state().name().toLowerCase(Locale.ROOT);
    }

    private static String at(FlightDump dump) {
        return dump.entries().isEmpty() ? "" : FlightVerdict.time(end(dump).createdNs());
    }
}

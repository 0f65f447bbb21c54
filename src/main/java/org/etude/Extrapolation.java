package org.etude;

import java.util.Locale;
import org.etude.table.ExtrapolationTable;
import org.etude.table.FindingsTable;
import org.etude.table.TableText;
import org.etude.workload.extrapolate.Extrapolated;
import tech.tablesaw.api.Table;

/** A recorded step spread over other ranks. Immutable; the tables are made anew by each call. */
public final class Extrapolation {
    private static final double PERCENT = 100;

    private final Extrapolated inner;

    private Extrapolation(Extrapolated inner) {
        this.inner = inner;
    }

    static Extrapolation of(Extrapolated inner) {
        return new Extrapolation(inner);
    }

    /** The execution traces, one a rank, ready for {@link Workload#repair()} and {@link Workload#simulate}. */
    public Workload toEt() {
        return Workload.of(inner.set());
    }

    /** A row a part of the layers: {@link ExtrapolationTable#SCHEMA}. */
    public Table stages() {
        return ExtrapolationTable.of(inner);
    }

    /** What was assumed, linking and converting included: {@link FindingsTable#SCHEMA}. */
    public Table findings() {
        return FindingsTable.of(inner.set().report());
    }

    /** All figures of it. */
    public Extrapolated figures() {
        return inner;
    }

    @Override
    public String toString() {
        String line = System.lineSeparator();
        return String.format(
                        Locale.ROOT,
                        "Extrapolation of %s: %d %s with batch %d, a step of %.3f ms, to %s with batch %d on each copy",
                        inner.source(),
                        inner.recordedRanks(),
                        inner.recordedRanks() == 1 ? "rank" : "ranks",
                        inner.recordedBatch(),
                        inner.recordedMs(),
                        inner.spread().ranks(),
                        inner.batch())
                + line
                + String.format(
                        Locale.ROOT,
                        " computation +- %.1f %% for want of a second batch size; measured errors: docs/accuracy.md",
                        inner.doubt() * PERCENT)
                + line
                + TableText.of(stages(), Titles.ROWS)
                + line
                + TableText.of(findings(), Titles.ROWS);
    }
}

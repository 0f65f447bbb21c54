package org.etude.table.schema;

import java.util.ArrayList;
import java.util.List;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/**
 * Fills a table of a schema cell by cell, left to right, row by row, without boxing. A cell of the wrong type or a row of
 * the wrong length is a programming error and fails at once.
 */
public final class TableBuilder {
    private final Schema schema;
    private final List<tech.tablesaw.columns.Column<?>> columns = new ArrayList<>();
    private int at;

    /** No rows yet under the columns of a schema. */
    public TableBuilder(Schema schema) {
        this.schema = schema;
        for (Schema.Column column : schema.columns()) {
            columns.add(
                    switch (column.type()) {
                        case INT -> IntColumn.create(column.name());
                        case LONG -> LongColumn.create(column.name());
                        case DOUBLE -> DoubleColumn.create(column.name());
                        case TEXT -> StringColumn.create(column.name());
                    });
        }
    }

    /** A whole number. */
    public TableBuilder put(long value) {
        if (next() instanceof IntColumn ints) {
            ints.append(Math.toIntExact(value));
        } else if (current() instanceof LongColumn longs) {
            longs.append(value);
        } else {
            throw mismatch("a whole number");
        }
        return this;
    }

    /** A decimal; NaN is a missing value. */
    public TableBuilder put(double value) {
        if (next() instanceof DoubleColumn doubles) {
            doubles.append(value);
            return this;
        }
        throw mismatch("a decimal");
    }

    /** A text. */
    public TableBuilder put(String value) {
        if (next() instanceof StringColumn texts) {
            texts.append(value);
            return this;
        }
        throw mismatch("a text");
    }

    /** A whole number, or a missing value when {@code there} is false. */
    public TableBuilder putIf(boolean there, long value) {
        return there ? put(value) : missing();
    }

    /** A decimal, or a missing value when {@code there} is false. */
    public TableBuilder putIf(boolean there, double value) {
        return there ? put(value) : missing();
    }

    /** A missing value. */
    public TableBuilder missing() {
        next().appendMissing();
        return this;
    }

    /** Ends the row. */
    public void end() {
        if (at != columns.size()) {
            throw new IllegalStateException(schema.name() + ": a row of " + at + " cells for " + columns.size());
        }
        at = 0;
    }

    /** The table. */
    public Table table() {
        return Table.create(schema.name(), columns);
    }

    private tech.tablesaw.columns.Column<?> next() {
        if (at == columns.size()) {
            throw new IllegalStateException(schema.name() + ": more cells than columns");
        }
        return columns.get(at++);
    }

    private tech.tablesaw.columns.Column<?> current() {
        return columns.get(at - 1);
    }

    private IllegalStateException mismatch(String what) {
        Schema.Column column = schema.columns().get(at - 1);
        return new IllegalStateException(
                schema.name() + "." + column.name() + " is " + column.type() + ", not " + what);
    }
}

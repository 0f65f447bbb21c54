// SPDX-License-Identifier: Apache-2.0
package org.etude.table.schema;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import tech.tablesaw.api.Table;

/**
 * The fixed columns of a table, each with the getter of its value: the single declaration of both the description and
 * the rows.
 *
 * @param name the table's name; also the stem of the file it is written to
 * @param about one sentence that describes a row
 * @param columns the columns, in order
 * @param <R> what one row is made of
 */
public record Schema<R>(String name, String about, List<Column<R>> columns) {

    /** Type of a column. */
    public enum Type {
        /** 32-bit whole number. */
        INT,
        /** 64-bit whole number. */
        LONG,
        /** 64-bit float. */
        DOUBLE,
        /** Text. */
        TEXT
    }

    /**
     * One column.
     *
     * @param name its name, ending in its unit where it has one
     * @param type how it is held
     * @param meaning meaning of a value, and when it is missing
     * @param cells creates the empty column, with space for this many rows, that the getter fills
     * @param <R> what one row is made of
     */
    public record Column<R>(String name, Type type, String meaning, IntFunction<ColumnFiller<R>> cells) {}

    /** Copies the list. */
    public Schema {
        columns = List.copyOf(columns);
    }

    /** The names of the columns, in order. */
    public List<String> columnNames() {
        return columns.stream().map(Column::name).toList();
    }

    /** The same without some columns. */
    public Schema<R> without(String... names) {
        List<String> left = List.of(names);
        return new Schema<>(
                name,
                about,
                columns.stream().filter(column -> !left.contains(column.name())).toList());
    }

    /** Another table of some of the columns, in their order here. */
    public Schema<R> only(String otherName, String otherAbout, String... names) {
        List<String> kept = List.of(names);
        return new Schema<>(
                otherName,
                otherAbout,
                columns.stream().filter(column -> kept.contains(column.name())).toList());
    }

    /** The table without rows. */
    public Table empty() {
        return rows().table();
    }

    /** A table that rows are added to one by one. */
    public TableBuilder<R> rows() {
        return new TableBuilder<>(this, 0);
    }

    /** The table with one row per element, in their order. */
    public Table table(Iterable<? extends R> rows) {
        TableBuilder<R> table = rows();
        rows.forEach(table::add);
        return table.table();
    }

    /** The table with {@code count} rows, created from row numbers: for data already stored in columns. */
    public Table table(int count, IntFunction<? extends R> row) {
        TableBuilder<R> table = new TableBuilder<>(this, count);
        for (int i = 0; i < count; i++) {
            table.add(row.apply(i));
        }
        return table.table();
    }

    /** Starts a schema. */
    public static <R> Builder<R> of(String name, String about) {
        return new Builder<>(name, about);
    }

    /**
     * Adds columns one by one. A getter of whole numbers returns {@link Missing#WHOLE} for a missing value, one of decimals NaN,
     * one of texts null.
     *
     * @param <R> what one row is made of
     */
    public static final class Builder<R> {
        private final String name;
        private final String about;
        private final List<Column<R>> columns = new ArrayList<>();

        private Builder(String name, String about) {
            this.name = name;
            this.about = about;
        }

        /** A column of 32-bit whole numbers; a value that does not fit is an {@link ArithmeticException}. */
        public Builder<R> integer(String column, String meaning, ToLongFunction<? super R> value) {
            return add(column, Type.INT, meaning, rows -> NumberCells.ints(column, rows, value));
        }

        /** A column of 64-bit whole numbers. */
        public Builder<R> whole(String column, String meaning, ToLongFunction<? super R> value) {
            return add(column, Type.LONG, meaning, rows -> NumberCells.longs(column, rows, value));
        }

        /** A column of decimals. */
        public Builder<R> decimal(String column, String meaning, ToDoubleFunction<? super R> value) {
            return add(column, Type.DOUBLE, meaning, rows -> NumberCells.doubles(column, rows, value));
        }

        /** A column of texts. */
        public Builder<R> text(String column, String meaning, Function<? super R, String> value) {
            return add(column, Type.TEXT, meaning, rows -> ColumnFiller.texts(column, rows, value));
        }

        /** A column of texts that are constants of an enum, in lower case. */
        public Builder<R> word(String column, String meaning, Function<? super R, ? extends Enum<?>> value) {
            return add(column, Type.TEXT, meaning, rows -> {
                Map<Enum<?>, String> words = new IdentityHashMap<>();
                return ColumnFiller.texts(column, rows, row -> {
                    Enum<?> constant = value.apply(row);
                    return constant == null
                            ? ""
                            : words.computeIfAbsent(constant, c -> c.name().toLowerCase(Locale.ROOT));
                });
            });
        }

        public Schema<R> build() {
            return new Schema<>(name, about, columns);
        }

        private Builder<R> add(String column, Type type, String meaning, IntFunction<ColumnFiller<R>> cells) {
            columns.add(new Column<>(column, type, meaning, cells));
            return this;
        }
    }
}

package org.etude.table.schema;

import java.util.ArrayList;
import java.util.List;
import tech.tablesaw.api.Table;

/**
 * The fixed columns of a table.
 *
 * @param name the table's name; also the stem of the file it is written to
 * @param about one sentence: what a row is
 * @param columns the columns, in order
 */
public record Schema(String name, String about, List<Column> columns) {

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
     * @param meaning what a value says, and when it is missing
     */
    public record Column(String name, Type type, String meaning) {}

    /** Copies the list. */
    public Schema {
        columns = List.copyOf(columns);
    }

    /** The table without rows. */
    public Table empty() {
        return new TableBuilder(this).table();
    }

    /** Starts a schema. */
    public static Builder of(String name, String about) {
        return new Builder(name, about);
    }

    /** Adds columns one by one. */
    public static final class Builder {
        private final String name;
        private final String about;
        private final List<Column> columns = new ArrayList<>();

        private Builder(String name, String about) {
            this.name = name;
            this.about = about;
        }

        public Builder integer(String column, String meaning) {
            return add(column, Type.INT, meaning);
        }

        public Builder whole(String column, String meaning) {
            return add(column, Type.LONG, meaning);
        }

        public Builder decimal(String column, String meaning) {
            return add(column, Type.DOUBLE, meaning);
        }

        public Builder text(String column, String meaning) {
            return add(column, Type.TEXT, meaning);
        }

        public Schema build() {
            return new Schema(name, about, columns);
        }

        private Builder add(String column, Type type, String meaning) {
            columns.add(new Column(column, type, meaning));
            return this;
        }
    }
}

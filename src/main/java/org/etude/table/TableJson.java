// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import org.etude.report.Internal;
import org.etude.table.schema.Cells;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/**
 * Writes tables as JSON: one object with a list of row objects per table, {@code {"steps": [{"rank": 0, ...}, ...]}}; one
 * row per line; null for a missing value.
 */
@Internal
public final class TableJson {
    private static final JsonFactory FACTORY = new JsonFactory();

    private TableJson() {}

    /**
     * Writes the tables, in order, as one object. The writer is flushed, not closed.
     *
     * @throws IOException when the writer does
     */
    public static void write(List<Table> tables, Writer out) throws IOException {
        JsonGenerator json = FACTORY.createGenerator(out)
                .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                .setPrettyPrinter(new RowALine());
        json.writeStartObject();
        for (Table table : tables) {
            json.writeArrayFieldStart(table.name());
            for (int row = 0; row < table.rowCount(); row++) {
                row(table, row, json);
            }
            json.writeEndArray();
        }
        json.writeEndObject();
        json.writeRaw('\n');
        json.flush();
    }

    /** Breaks the line before each row and after the last. */
    private static final class RowALine extends MinimalPrettyPrinter {
        private static final long serialVersionUID = 1L;

        @Override
        public void beforeArrayValues(JsonGenerator json) throws IOException {
            json.writeRaw('\n');
        }

        @Override
        public void writeArrayValueSeparator(JsonGenerator json) throws IOException {
            json.writeRaw(",\n");
        }

        @Override
        public void writeEndArray(JsonGenerator json, int rows) throws IOException {
            json.writeRaw(rows == 0 ? "]" : "\n]");
        }
    }

    private static void row(Table table, int row, JsonGenerator json) throws IOException {
        json.writeStartObject();
        for (Column<?> column : table.columns()) {
            json.writeFieldName(column.name());
            String text = Cells.plain(column, row);
            if (column.isMissing(row) && Cells.isNumber(column) || text.endsWith("Infinity")) {
                json.writeNull();
            } else if (Cells.isNumber(column)) {
                json.writeRawValue(text);
            } else {
                json.writeString(text);
            }
        }
        json.writeEndObject();
    }
}

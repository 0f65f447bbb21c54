// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.etude.cluster.ClusterException;
import tech.tablesaw.api.ColumnType;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/**
 * Converts Etude's tables to Spark data frames: {@code SparkTables.frame(session,
 * sim.ranks()).write().parquet("s3a://bucket/ranks")}. The columns are those of docs/formats.md; a missing value is
 * null.
 */
public final class SparkTables {
    private SparkTables() {}

    /**
     * A table as a data frame, rows in their order. The rows are sent from this process: O(rows), for tables of up to some millions.
     *
     * @throws ClusterException when a column is of a type that Etude's tables do not have
     */
    public static Dataset<Row> frame(SparkSession session, Table table) {
        List<StructField> fields = new ArrayList<>();
        for (Column<?> column : table.columns()) {
            fields.add(DataTypes.createStructField(column.name(), type(column), true));
        }
        StructType schema = DataTypes.createStructType(fields);
        List<Row> rows = new ArrayList<>(table.rowCount());
        for (int row = 0; row < table.rowCount(); row++) {
            Object[] cells = new Object[table.columnCount()];
            for (int k = 0; k < cells.length; k++) {
                Column<?> column = table.column(k);
                cells[k] = column.isMissing(row) ? null : column.get(row);
            }
            rows.add(RowFactory.create(cells));
        }
        return session.createDataFrame(rows, schema);
    }

    /** Like {@link #frame}, and registers the table's name for SQL: {@code session.sql("select * from ranks")}. */
    public static Dataset<Row> view(SparkSession session, Table table) {
        Dataset<Row> frame = frame(session, table);
        frame.createOrReplaceTempView(table.name());
        return frame;
    }

    private static DataType type(Column<?> column) {
        ColumnType type = column.type();
        if (type.equals(ColumnType.INTEGER)) {
            return DataTypes.IntegerType;
        }
        if (type.equals(ColumnType.LONG)) {
            return DataTypes.LongType;
        }
        if (type.equals(ColumnType.DOUBLE)) {
            return DataTypes.DoubleType;
        }
        if (type.equals(ColumnType.STRING)) {
            return DataTypes.StringType;
        }
        if (type.equals(ColumnType.BOOLEAN)) {
            return DataTypes.BooleanType;
        }
        throw new ClusterException(
                "column " + column.name() + ": is of type " + type.name() + ", which no table of Etude has",
                "Turn it into numbers or text first.");
    }
}

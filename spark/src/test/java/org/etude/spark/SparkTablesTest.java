// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.etude.Topology;
import org.etude.cluster.ClusterException;
import org.etude.table.TableParquet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.DateColumn;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

class SparkTablesTest {
    @TempDir
    private Path dir;

    private static SparkSession session;

    @BeforeAll
    static void open() {
        session = LocalSession.builder(1)
                .config("spark.sql.shuffle.partitions", "1")
                .getOrCreate();
    }

    @AfterAll
    static void close() throws Exception {
        session.close();
    }

    static Table table() {
        return Table.create(
                "kinds",
                IntColumn.create("rank", 0, Integer.MIN_VALUE),
                LongColumn.create("start_ns", 1L << 40, Long.MIN_VALUE),
                DoubleColumn.create("busy_frac", 0.25, Double.NaN),
                StringColumn.create("name", "naïve", ""));
    }

    @Test
    void columnsKeepTheirTypesAndMissingValuesAreNull() {
        Dataset<Row> frame = SparkTables.view(session, table());
        assertThat(frame.schema().simpleString())
                .isEqualTo("struct<rank:int,start_ns:bigint,busy_frac:double,name:string>");
        assertThat(frame.collectAsList())
                .containsExactly(
                        RowFactory.create(0, 1L << 40, 0.25, "naïve"), RowFactory.create(null, null, null, null));
        assertThat(session.sql("select name from kinds where rank = 0").first().getString(0))
                .isEqualTo("naïve");
    }

    /** Spark reads what it wrote, and what Etude's own writer wrote, as the same rows. */
    @Test
    void parquetOfBothWritersHoldsTheTable() throws Exception {
        Table ranks = Sweeps.job().simulate(Topology.ring(4)).ranks();
        Path own = dir.resolve("own.parquet");
        TableParquet.write(ranks, own);
        Dataset<Row> frame = SparkTables.frame(session, ranks);
        frame.coalesce(1).write().parquet(dir.resolve("spark").toString());
        Dataset<Row> read = session.read().parquet(dir.resolve("spark").toString());
        Dataset<Row> ours = session.read().parquet(own.toString());
        List<Row> rows = frame.collectAsList();
        assertThat(rows).hasSize(4);
        assertThat(read.collectAsList()).isEqualTo(rows);
        assertThat(Arrays.asList(ours.columns())).isEqualTo(ranks.columnNames());
        assertThat(ours.collectAsList()).isEqualTo(rows);
    }

    @Test
    void aColumnOfAnotherTypeIsRefused() {
        assertThatThrownBy(() -> SparkTables.frame(session, Table.create("t", DateColumn.create("day", 1))))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("column day: is of type LOCAL_DATE");
    }
}

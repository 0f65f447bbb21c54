// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.etude.table.EarlierColumns.Earlier;
import org.etude.table.schema.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.Table;

class EarlierColumnsTest {
    @TempDir
    Path directory;

    /** Of every table that had other names, a file with all of them is read as the table of today. */
    @Test
    void filesWithEarlierNamesHaveThePresentOnes() throws Exception {
        List<String> tables =
                EarlierColumns.all().stream().map(Earlier::table).distinct().toList();
        assertThat(tables).hasSizeGreaterThan(20);
        for (Schema<?> schema : Schemas.all()) {
            if (tables.contains(schema.name())) {
                List<String> header = schema.columnNames().stream()
                        .map(now -> earlier(schema.name(), now))
                        .toList();
                assertThat(header).doesNotHaveDuplicates();
                Table read = read(String.join(",", header) + "\n" + "2,".repeat(header.size() - 1) + "2\n");
                assertThat(read.name()).isEqualTo(schema.name());
                assertThat(read.columnNames()).isEqualTo(schema.columnNames());
                assertThat(read.rowCount()).isEqualTo(1);
            }
        }
    }

    /** In tables of nodes a name has changed its meaning: type is the collective's now. */
    @Test
    void namesMayChangePlaces() throws Exception {
        Table read = read("rank,node,name,type,is_cpu_op,start_us,duration_us,comm_type,comm_bytes,group,peer,tag,"
                + "ctrl_deps,data_deps\n0,1,a,comm_coll,0,,2,all_reduce,64,0,,,0,0\n");
        assertThat(read.stringColumn("node_type").asList()).containsExactly("comm_coll");
        assertThat(read.stringColumn("type").asList()).containsExactly("all_reduce");
        assertThat(read.longColumn("size_bytes").asList()).containsExactly(64L);
    }

    private static String earlier(String table, String now) {
        return EarlierColumns.all().stream()
                .filter(one -> one.table().equals(table) && one.now().equals(now))
                .map(Earlier::earlier)
                .findFirst()
                .orElse(now);
    }

    private Table read(String csv) throws Exception {
        return TableReader.read(Files.writeString(directory.resolve("t.csv"), csv));
    }
}

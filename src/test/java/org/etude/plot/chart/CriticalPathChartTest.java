// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.table.TableCsv;
import org.etude.table.TableReader;
import org.etude.table.run.CriticalPathTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.Table;

/** What a critical path is made of: the rest of the operators is never the highest bar. */
class CriticalPathChartTest {
    @TempDir
    private Path dir;

    /** Parts of the given names, each of one us, one after the other. */
    private Table path(List<String> names) throws IOException {
        StringBuilder csv = new StringBuilder(TableCsv.text(CriticalPathTable.SCHEMA.empty()));
        for (int i = 0; i < names.size(); i++) {
            csv.append("0," + (i + 1) + "," + names.get(i) + ",comp,host,");
            csv.append(i * 1000 + "," + (i + 1) * 1000 + ",1,dependency\n");
        }
        Path file = dir.resolve("path.csv");
        Files.writeString(file, csv);
        return TableReader.read(file);
    }

    /** Names of the bars with their values, in the order drawn. */
    private static List<String> bars(Table path) throws IOException {
        JsonNode data = new ObjectMapper()
                .readTree(CriticalPathChart.of("t", path).plotlyJson())
                .get("data");
        List<String> bars = new ArrayList<>();
        for (JsonNode trace : data) {
            JsonNode names = trace.path("customdata");
            for (int i = 0; trace.path("type").asText().equals("bar") && i < names.size(); i++) {
                if (trace.get("y").get(i).asDouble() > 0) {
                    bars.add(names.get(i).asText() + " " + trace.get("y").get(i).asDouble());
                }
            }
        }
        return bars;
    }

    @Test
    void asManyNamesAsItTakes() throws IOException {
        List<String> names = new ArrayList<>();
        for (int k = 0; k < 5; k++) {
            names.add("aten::mm");
        }
        for (int k = 0; k < 30; k++) {
            names.add("aten::op" + k);
        }
        List<String> bars = bars(path(names));
        assertThat(bars).startsWith("aten::mm 5.0").endsWith("other host 5.0").hasSize(27);
    }

    @Test
    void fewNamesAreAllShown() throws IOException {
        assertThat(bars(path(List.of("aten::mm", "aten::add", "aten::mm"))))
                .containsExactly("aten::mm 2.0", "aten::add 1.0");
    }

    /** An operator's slice before what it calls and its self time behind are one bar. */
    @Test
    void selfTimeIsTheOperators() throws IOException {
        assertThat(bars(path(List.of("aten::mm", "self time of aten::mm", "aten::add"))))
                .containsExactly("aten::mm 2.0", "aten::add 1.0");
    }
}

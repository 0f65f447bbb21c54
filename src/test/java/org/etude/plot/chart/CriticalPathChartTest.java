package org.etude.plot.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.etude.table.run.CriticalPathTable;
import org.etude.table.schema.TableBuilder;
import org.junit.jupiter.api.Test;
import tech.tablesaw.api.Table;

/** What a critical path is made of: the rest of the operators is never the highest bar. */
class CriticalPathChartTest {
    /** Parts of the given names, each of one us, one after the other. */
    private static Table path(List<String> names) {
        TableBuilder rows = new TableBuilder(CriticalPathTable.SCHEMA);
        long at = 0;
        for (String name : names) {
            rows.put(0).put(at / 1000 + 1).put(name).put("comp").put("host");
            rows.put(at).put(at + 1000).put(1.0).put("dependency").end();
            at += 1000;
        }
        return rows.table();
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

// SPDX-License-Identifier: Apache-2.0
package org.etude.link.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.etude.link.Corpus;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.trace.model.DeviceTrace;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Launch, operator, execution-trace node and collective of every GPU event against independent link tables. */
class ExpectedLinksTest {
    private final Corpus corpus = new Corpus();

    @TestFactory
    Stream<DynamicTest> linksAgreeWithTheTables() {
        return Corpus.cases(name -> Files.exists(Corpus.path(name).resolve("expected_links_0.csv.gz"))).stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    List<String> differences = new ArrayList<>();
                    int cases = 0;
                    for (LinkedRank rank : corpus.link(name).ranks()) {
                        Path table = Corpus.path(name)
                                .resolve("expected_links_" + rank.trace().rank() + ".csv.gz");
                        if (Files.exists(table)) {
                            cases += compare(rank, table, differences);
                        }
                    }
                    System.out.println(name + ": " + cases + " cases, " + differences.size() + " differ");
                    assertThat(cases).isPositive();
                    assertThat(differences).isEmpty();
                }));
    }

    private static int compare(LinkedRank rank, Path table, List<String> differences) throws IOException {
        DeviceTrace device = rank.trace().device();
        Map<Long, List<Integer>> byCorrelation = new HashMap<>();
        for (int i = 0; i < rank.size(); i++) {
            if (rank.kind(i).isGpu()) {
                byCorrelation
                        .computeIfAbsent(device.correlation(rank.eventIndex(i)), c -> new ArrayList<>())
                        .add(i);
            }
        }
        int rows = 0;
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(table)), StandardCharsets.UTF_8))) {
            List<String> head = cells(in.readLine());
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                List<String> cells = cells(line);
                Map<String, String> row = new HashMap<>();
                for (int c = 0; c < head.size(); c++) {
                    row.put(head.get(c), cells.get(c));
                }
                List<Integer> nodes = byCorrelation.get(Long.parseLong(row.get("correlation")));
                String found =
                        nodes == null || nodes.isEmpty() ? "no such event" : describe(rank, nodes.remove(0), row);
                String wanted = String.join(
                        "|",
                        row.get("launch_name"),
                        row.get("host_op"),
                        row.get("et_node_id"),
                        row.get("local_input_bytes"));
                rows++;
                if (!found.equals(wanted)) {
                    differences.add(
                            row.get("name") + " at " + row.get("ts_us") + ": " + found + " instead of " + wanted);
                }
            }
        }
        return rows;
    }

    private static String describe(LinkedRank rank, int i, Map<String, String> row) {
        int launch = rank.launchEvent(i);
        int parent = rank.parent(i);
        boolean known = parent >= 0 && rank.hostIndex(parent) >= 0;
        boolean collective = !row.get("collective").isEmpty();
        return String.join(
                "|",
                launch < 0 ? "" : rank.trace().device().name(launch),
                parent < 0 ? "" : rank.name(parent),
                known ? Long.toString(rank.trace().host().id(rank.hostIndex(parent))) : "",
                collective ? sized(rank.collective(i), row.get("collective")) : "");
    }

    private static String sized(Collective collective, String name) {
        return collective.type() == CollectiveNames.ofOperator(name) ? Long.toString(collective.inBytes()) : "type";
    }

    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (char c : line.toCharArray()) {
            if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        cells.add(cell.toString());
        return cells;
    }

    @Test
    void cellsMayHoldCommasInQuotes() {
        assertThat(cells("a,\"b,c\",")).isEqualTo(Arrays.asList("a", "b,c", ""));
    }
}

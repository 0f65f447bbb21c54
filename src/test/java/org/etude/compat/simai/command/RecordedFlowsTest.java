// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.etude.compat.simai.flow.Flow;
import org.etude.compat.simai.flow.FlowOptions;
import org.etude.compat.simai.flow.FlowSchedule;
import org.etude.compat.simai.flow.FlowSchedules;
import org.etude.compat.simai.model.CommWord;
import org.etude.compat.simai.model.Parallel;
import org.etude.compat.simai.model.SimAiGroups;
import org.etude.conformance.simai.FlowColumns;
import org.etude.conformance.simai.Recorded;
import org.etude.report.Sha256;
import org.etude.workload.llm.MegatronGroups;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** SimAI's flows and AICB's groups of ranks, by hash. */
class RecordedFlowsTest {
    private static Stream<List<String>> runs(String name) {
        return Recorded.text(name).lines().filter(line -> !line.startsWith("#")).map(line -> List.of(line.split("; ")));
    }

    private static String hash(Stream<String> lines) {
        return Sha256.hex(
                lines.map(line -> line + "\n").collect(Collectors.joining()).getBytes(StandardCharsets.UTF_8));
    }

    @TestFactory
    Stream<DynamicTest> flowsAreTheSame() {
        return runs("flows.txt")
                .map(run -> DynamicTest.dynamicTest(run.get(0), () -> {
                    String[] args = run.get(1).split(" ");
                    SimAiGroups groups =
                            new SimAiGroups(number(args[0]), number(args[1]), number(args[2]), number(args[3]));
                    Parallel kind = Parallel.valueOf(args[6].toUpperCase(Locale.ROOT));
                    FlowOptions options = FlowOptions.of(
                            args[4], run.get(2).contains("pxn"), run.get(2).contains("nvls"));
                    FlowSchedule schedule = FlowSchedules.of(
                            groups.of(number(args[8]), kind).orElseThrow(),
                            CommWord.type(args[5]).orElseThrow(),
                            Long.parseLong(args[7]),
                            options);
                    assertThat(schedule.flows()).hasSize(number(run.get(3)));
                    assertThat(hash(schedule.flows().stream().map(RecordedFlowsTest::row)))
                            .isEqualTo(run.get(4));
                }));
    }

    private static int number(String text) {
        return Integer.parseInt(text);
    }

    private static String row(Flow flow) {
        return FlowColumns.of(flow).stream().map(Object::toString).collect(Collectors.joining("|"));
    }

    @TestFactory
    Stream<DynamicTest> groupsOfRanksAreTheSame() {
        return runs("rank-groups.txt")
                .map(run -> DynamicTest.dynamicTest(run.get(0) + " " + run.get(1), () -> {
                    String[] given = run.get(0).split(" ");
                    Map<String, Integer> sizes = new LinkedHashMap<>();
                    for (String kind : List.of("tp", "ep", "dp", "pp", "cp")) {
                        sizes.put(kind, number(given[sizes.size()]));
                    }
                    MegatronGroups groups = new MegatronGroups(sizes, run.get(1));
                    assertThat(hash(Stream.of(run.get(2).split(" ")).map(key -> {
                                String[] parts = key.split("\\|independent_ep=");
                                return key + "="
                                        + groups.groups(parts[0], parts[1].equals("True"))
                                                .toString()
                                                .replace(" ", "");
                            })))
                            .isEqualTo(run.get(3));
                }));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtIo;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.report.Finding;
import org.etude.sim.Simulator;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Cases;
import org.etude.spec.SimulationException;
import org.etude.topology.graph.LogicalTopology;
import org.junit.jupiter.api.Test;

/** Communicator groups from METADATA nodes, as PyTorch's process_group:init nodes hold them. */
class MetadataGroupsTest {
    private static final LogicalTopology FOUR = LogicalTopology.ring(4);
    private static final Map<Integer, List<Integer>> PAIRS = Map.of(1, List.of(0, 1), 2, List.of(2, 3));

    private static EtNode init(String values) {
        return new EtNode(
                0,
                "## process_group:init ##",
                EtNodeType.METADATA,
                new long[0],
                new long[0],
                0,
                0,
                new EtIo(values, "", "['String']"),
                null,
                List.of());
    }

    /** Four ranks in two pairs, each naming its own group, with what a METADATA node says. */
    private static List<EtGraph> pairs(String values) {
        List<EtGraph> ranks = new ArrayList<>();
        for (int rank = 0; rank < 4; rank++) {
            EtNode collective = Cases.grouped(2, 0, 1 << 20, Integer.toString(1 + rank / 2));
            ranks.add(values == null ? Cases.graph(collective) : Cases.graph(init(values), collective));
        }
        return ranks;
    }

    private static final String BOTH = "['[{\"pg_name\": \"0\", \"ranks\": [], \"group_size\": 4}, "
            + "{\"pg_name\": \"1\", \"ranks\": [0, 1]}, {\"pg_name\": \"2\", \"ranks\": [2, 3]}]']";

    @Test
    void theyActAsThoseOfTheGroupFile() {
        SimulationResult listed = Simulator.run(Cases.each(FOUR, pairs(null), PAIRS));
        SimulationResult recorded = Simulator.run(Cases.each(FOUR, pairs(BOTH)));
        assertThat(recorded.ranks().finish()).isEqualTo(listed.ranks().finish());
        assertThat(recorded.report().findings())
                .extracting(Finding::effect)
                .containsExactly("it takes no time; process groups in it define communicator groups");
    }

    @Test
    void aRankKnowsTheGroupsOfItsOwnTraceOnly() {
        // Both pairs call their group 1; each list holds for its own ranks.
        List<EtGraph> ranks = new ArrayList<>();
        for (int rank = 0; rank < 4; rank++) {
            String members = rank < 2 ? "[0, 1]" : "[2, 3]";
            ranks.add(Cases.graph(
                    init("[\"[{\\\"pg_name\\\": \\\"1\\\", \\\"ranks\\\": " + members + "}]\"]"),
                    Cases.grouped(2, 0, 1 << 20, "1")));
        }
        SimulationResult listed = Simulator.run(Cases.each(FOUR, pairs(null), PAIRS));
        assertThat(Simulator.run(Cases.each(FOUR, ranks)).ranks().finish())
                .isEqualTo(listed.ranks().finish());
    }

    /** PyTorch's newer traces quote the ranks: {@code "ranks": "[0, 1]"}. */
    @Test
    void ranksMayBeATextAndTheListAPythonOne() {
        SimulationResult listed = Simulator.run(Cases.each(FOUR, pairs(null), PAIRS));
        String quoted = BOTH.replace("[0, 1]", "\"[0, 1]\"").replace("[2, 3]", "\"[2, 3]\"");
        assertThat(Simulator.run(Cases.each(FOUR, pairs(quoted))).ranks().finish())
                .isEqualTo(listed.ranks().finish());
        String python = "[{'pg_name': '1', 'ranks': [0, 1]}, {'pg_name': '2', 'ranks': [2, 3]}]";
        assertThat(Simulator.run(Cases.each(FOUR, pairs(python))).ranks().finish())
                .isEqualTo(listed.ranks().finish());
    }

    @Test
    void noRanksMeanAllRanks() {
        EtNode all = init("['[{\"pg_name\": 7, \"ranks\": []}]']");
        SimulationResult grouped = Simulator.run(Cases.same(FOUR, all, Cases.grouped(2, 0, 1 << 20, "7")));
        SimulationResult whole = Simulator.run(Cases.same(FOUR, Cases.collective(2, 0, 1 << 20)));
        assertThat(grouped.ranks().finish()).isEqualTo(whole.ranks().finish());
    }

    @Test
    void theGroupFileTakesPrecedence() {
        SimulationResult listed = Simulator.run(Cases.each(FOUR, pairs(null), PAIRS));
        String other = BOTH.replace("[0, 1]", "[1, 3]");
        SimulationResult both = Simulator.run(Cases.each(FOUR, pairs(other), PAIRS));
        assertThat(both.ranks().finish()).isEqualTo(listed.ranks().finish());
        assertThat(both.report().findings())
                .extracting(Finding::why)
                .contains("the file says [0, 1], the trace [1, 3]");
    }

    @Test
    void senselessNamesAndTextsAreReportedAndTheGroupIsMissing() {
        assertThatThrownBy(() -> Simulator.run(Cases.each(FOUR, pairs("['[{\"pg_name\": \"1\", ']"))))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("uses communicator group \"1\", which is not defined")
                .hasMessageContaining("repair()");
        FindingLog findings = new FindingLog(List.of());
        RankProgram program = new RankProgram(Cases.graph(
                init("['[{\"pg_name\": \"ea2f_0\", \"ranks\": [0]}, {\"pg_name\": \"3\", \"ranks\": [1]}]']")));
        assertThat(MetadataGroups.of(program, 5, 4, findings)).isEqualTo(Map.of(3, List.of(1)));
        assertThat(findings.report().findings()).singleElement().satisfies(row -> {
            assertThat(row.rank()).isEqualTo(5);
            assertThat(row.what()).isEqualTo("process group \"ea2f_0\" has no number");
        });
        assertThat(MetadataGroups.of(
                        new RankProgram(Cases.graph(init("['cpu', 'gpu']"))), 0, 4, new FindingLog(List.of())))
                .isEmpty();
    }

    @Test
    void membersThatAreNoRanksAreRefused() {
        assertThatThrownBy(() -> Simulator.run(Cases.each(FOUR, pairs(BOTH.replace("[2, 3]", "[2, 9]")))))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("communicator group 2 lists rank 9, which is not in the job");
    }
}

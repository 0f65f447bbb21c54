// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.et.wire.EtSet;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.junit.jupiter.api.Test;

class TextConverterTest {
    private static final String TWO_LAYERS =
            "2\na -1 10 ALLGATHER 100 20 ALLREDUCE 200 30 ALLREDUCE 300 1\nb -1 11 ALLGATHER 110 21 ALLTOALL 210 31 REDUCESCATTER 310 1\n";

    @Test
    void dataParallelChainsPassesThroughTheWeightGradients() {
        assertThat(nodes("DATA\n" + TWO_LAYERS, 2))
                .containsExactly(
                        "0 COMP_NODE_a_FWD [] 10",
                        "1 COMP_NODE_b_FWD [0] 11",
                        "2 COMP_NODE_b_BWD_WG [1] 31",
                        "3 COMM_COLL_NODE_b_REDUCESCATTER [2] 7:310",
                        "4 COMP_NODE_b_BWD_IG [2] 21",
                        "5 COMP_NODE_a_BWD_WG [4] 30",
                        "6 COMM_COLL_NODE_a_ALLREDUCE [5] 0:300",
                        "7 COMP_NODE_a_FWD [6] 10",
                        "8 COMP_NODE_b_FWD [7, 3] 11",
                        "9 COMP_NODE_b_BWD_WG [8] 31",
                        "10 COMM_COLL_NODE_b_REDUCESCATTER [9] 7:310",
                        "11 COMP_NODE_b_BWD_IG [9] 21",
                        "12 COMP_NODE_a_BWD_WG [11] 30",
                        "13 COMM_COLL_NODE_a_ALLREDUCE [12] 0:300");
    }

    @Test
    void passesThatCannotFitInMemoryAreRefusedAtOnce() {
        TextWorkload workload = TextWorkload.parse("w.txt", "DATA\n" + TWO_LAYERS);
        assertThatThrownBy(() -> TextConverter.convert(workload, "p", 1, Integer.MAX_VALUE, Progress.NONE))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("2147483647 passes of 7 nodes each do not fit in memory")
                .hasMessageContaining("Use at most ");
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> TextConverter.convert(workload, "p", 1, 2, Progress.NONE))
                    .isInstanceOf(CancellationException.class);
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void modelParallelWaitsForForwardAndInputCollectives() {
        assertThat(nodes("MODEL\n" + TWO_LAYERS, 1))
                .containsExactly(
                        "0 COMP_NODE_a_FWD [] 10",
                        "1 COMM_COLL_NODE_a_ALLGATHER [0] 2:100",
                        "2 COMP_NODE_b_FWD [1] 11",
                        "3 COMM_COLL_NODE_b_ALLGATHER [2] 2:110",
                        "4 COMP_NODE_b_BWD_IG [3] 21",
                        "5 COMM_COLL_NODE_b_ALLTOALL [4] 6:210",
                        "6 COMP_NODE_b_BWD_WG [4] 31",
                        "7 COMP_NODE_a_BWD_IG [6, 5] 20",
                        "8 COMP_NODE_a_BWD_WG [7] 30");
    }

    @Test
    void hybridsDifferInTheNameOfTheInputCollective() {
        List<String> dataModel = nodes("HYBRID_DATA_MODEL\n" + TWO_LAYERS, 1);
        List<String> modelData = nodes("HYBRID_MODEL_DATA\n" + TWO_LAYERS, 1);
        assertThat(dataModel).contains("5 COMM_COLL_NODE_b_IG_COMM__ALLTOALL [4] 6:210", "9 COMP_NODE_a_BWD_WG [8] 30");
        assertThat(modelData)
                .contains("5 COMM_COLL_NODE_b_ALLTOALL [4] 6:210", "10 COMM_COLL_NODE_a_ALLREDUCE [9] 0:300");
        assertThat(dataModel).hasSameSizeAs(modelData).hasSize(11);
    }

    @Test
    void dlrmJoinsTheEmbeddingAtTheLastBottomLayer() {
        String text = "HYBRID_DLRM 1\n3\n"
                + "emb -1 1 ALLTOALL 64 2 ALLTOALL 65 3 NONE 0 1\n"
                + "bot -1 4 NONE 0 5 NONE 0 6 ALLREDUCE 66 1\n"
                + "top -1 7 NONE 0 8 NONE 0 9 ALLREDUCE 67 1";
        assertThat(nodes(text, 1))
                .containsExactly(
                        "0 COMP_NODE_emb_FWD [] 1",
                        "1 COMM_COLL_NODE_emb_ALLTOALL [0] 6:64",
                        "2 COMP_NODE_bot_FWD [0, 1] 4",
                        "3 COMP_NODE_top_FWD [2] 7",
                        "4 COMP_NODE_top_BWD_WG [3] 9",
                        "5 COMM_COLL_NODE_top_ALLREDUCE [4] 0:67",
                        "6 COMP_NODE_top_BWD_IG [4] 8",
                        "7 COMM_COLL_NODE_emb_ALLTOALL [6] 6:65",
                        "8 COMP_NODE_bot_BWD_WG [6] 6",
                        "9 COMM_COLL_NODE_bot_ALLREDUCE [8] 0:66",
                        "10 COMP_NODE_bot_BWD_IG [8] 5",
                        "11 COMP_NODE_emb_BWD_WG [10, 7] 3");
    }

    @Test
    void idsRunOnOverRanksAndTheTextIsKept() {
        String text = "MICRO\r\n1\r\nconv -1 5 NONE 0 5 NONE 0 5 ALLREDUCE 1048576 5\r\n";
        EtSet set = TextConverter.convert(
                TextWorkload.parse("m.txt", text.replace("\r\n", "\n")), "m", 2, 3, Progress.NONE);
        assertThat(set.ranks()).extracting(g -> g.id(0)).containsExactly(0L, 3L);
        assertThat(set.ranks().get(1).metadata().get(1).value()).isEqualTo(text.replace("\r", ""));
        assertThat(set.report()).isEmpty();
    }

    @Test
    void saysWhichLineIsWrong() {
        assertThatThrownBy(() -> TextWorkload.parse("w.txt", "HYBRID_TRANSFORMER\n1\nx\n"))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("w.txt: line 1: Unsupported parallelism type, HYBRID_TRANSFORMER");
        assertThatThrownBy(() -> TextWorkload.parse("w.txt", "DATA\n1\nx -1 abc NONE 0 1 NONE 0 1 NONE 0 1\n"))
                .hasMessageContaining("w.txt: line 3: cannot parse the layer 'x -1 abc");
        assertThatThrownBy(() -> TextWorkload.parse("w.txt", "DATA\nmany\n")).hasMessageContaining("line 2");
        assertThatThrownBy(() -> TextWorkload.parse("w.txt", "HYBRID_DLRM\n1\nx\n"))
                .hasMessageContaining("line 1: expected a number");
        assertThatThrownBy(() -> TextWorkload.parse("w.txt", "")).hasMessageContaining("w.txt: is empty.");
        assertThatThrownBy(() -> TextWorkload.parse("w.txt", "DATA\n")).hasMessageContaining("w.txt: has one line.");
        assertThatThrownBy(() -> TextWorkload.parse("w.txt", "DATA\n0\n")).hasMessageContaining("has no layers");
    }

    @Test
    void reportsUnknownCollectivesAndAWrongCount() {
        String text = "MICRO\n4\nconv -1 5 NONE 0 5 NONE 0 5 GOSSIP 8 5\n";
        EtSet set = TextConverter.convert(TextWorkload.parse("m.txt", text), "m", 1, 1, Progress.NONE);
        assertThat(set.report())
                .extracting(Finding::what)
                .containsExactly("states 4 layers, has 1", "unknown collective GOSSIP");
    }

    @Test
    void refusesAModelWhoseCountContradictsItsChain() {
        TextWorkload short1 = TextWorkload.parse("m.txt", "MODEL\n1\n" + TWO_LAYERS.substring(2));
        assertThatThrownBy(() -> TextConverter.convert(short1, "m", 1, 1, Progress.NONE))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("layer b has no collective to wait for");
    }

    private static List<String> nodes(String text, int passes) {
        EtGraph graph = TextConverter.convert(TextWorkload.parse("t.txt", text), "t", 1, passes, Progress.NONE)
                .ranks()
                .get(0);
        return graph.nodes().stream()
                .map(n -> n.id() + " " + n.name() + " " + Arrays.toString(n.dataDeps()) + " "
                        + (n.type().isComm()
                                ? n.attributes().get(0).value() + ":"
                                        + n.attributes().get(1).value()
                                : n.durationMicros()))
                .toList();
    }
}

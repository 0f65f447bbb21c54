// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.EtSet;
import org.etude.link.model.EdgeKind;
import org.etude.link.model.NodeKind;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;
import org.etude.spec.ConvertOptions;
import org.junit.jupiter.api.Test;

/** A kernel that carries several messages becomes as many nodes. Times in us. */
class BatchedMessagesTest {
    private final FakeRank rank = new FakeRank(0);

    /** A launch until 10, its messages from 15 to 115, a kernel behind them on their stream and one on another. */
    private void job(long lastBytes) {
        int launch = rank.host("launch", 0, 10, 0);
        int batch = rank.add(NodeKind.COMM_KERNEL, "SendRecv", 15, 100, 20, launch);
        rank.transfer(batch, CollectiveType.SEND, 600, 0, "0", 1, 7, 0, 1, 2);
        rank.transfer(batch, CollectiveType.RECV, 0, 50, "0", 1, 7, 0, 1, 2);
        rank.transfer(batch, CollectiveType.SEND, 200, 0, "0", 1, 7, 0, 1, 2);
        rank.transfer(batch, CollectiveType.SEND, lastBytes, Math.min(lastBytes, 0), "0", 2, 7, 0, 1, 2);
        rank.kernel("behind", 115, 10, 20, launch);
        int reads = rank.kernel("reads", 117, 10, 7, launch);
        rank.depend(reads, batch, EdgeKind.STREAM_WAIT);
    }

    private EtSet convert(ConvertOptions options) {
        return EtConverter.convert(FakeRank.set(3, rank), options, Progress.NONE);
    }

    /** Id, type, dependencies, recorded start, duration_ns, duration_micros, delay and resource (-1 for none). */
    private static List<String> lines(EtGraph graph) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < graph.size(); i++) {
            lines.add(graph.id(i) + " " + graph.type(i) + " " + Arrays.toString(graph.dataDeps(i)) + " "
                    + graph.startNanos(i) + " " + graph.integer(i, EtNames.DURATION_NS, 1000 * graph.durationMicros(i))
                    + " " + graph.durationMicros(i) + " " + graph.integer(i, EtNames.DELAY_NS, 0) + " "
                    + graph.integer(i, EtNames.RESOURCE, -1));
        }
        return lines;
    }

    @Test
    void messagesStartTogetherAndWhatFollowsWaitsForAll() {
        job(400);
        EtGraph graph = convert(ConvertOptions.defaults()).ranks().get(0);
        assertThat(lines(graph))
                .containsExactly(
                        "1 COMP [] 0 10000 10 0 -1",
                        "2 COMM_SEND [1] 15000 75000 50 5000 3",
                        "3 COMM_RECV [1] 15000 100000 100 5000 -1",
                        "4 COMM_SEND [2] 90000 25000 17 0 3",
                        "5 COMM_SEND [1] 15000 100000 33 5000 4",
                        "6 COMP [1, 2, 3, 4, 5] 115000 10000 10 0 0",
                        "7 COMP [1, 2, 3, 4, 5] 117000 10000 2 2000 1");
        assertThat(graph.integer(3, EtNames.COMM_SIZE, 0)).isEqualTo(200);
        assertThat(graph.integer(3, EtNames.COMM_DST, -1)).isEqualTo(1);
        assertThat(graph.integer(4, EtNames.COMM_DST, -1)).isEqualTo(2);
        assertThat(graph.integer(2, EtNames.COMM_SRC, -1)).isEqualTo(1);
    }

    @Test
    void aKernelWithAMessageOfUnknownSizeKeepsItsTimeNextToTheOthers() {
        job(-1);
        EtSet set = convert(ConvertOptions.defaults());
        assertThat(lines(set.ranks().get(0)))
                .containsExactly(
                        "1 COMP [] 0 10000 10 0 -1",
                        "2 COMM_SEND [1] 15000 75000 75 5000 3",
                        "3 COMM_RECV [1] 15000 100000 100 5000 -1",
                        "4 COMM_SEND [2] 90000 25000 25 0 3",
                        "5 COMP [1] 15000 100000 100 5000 0",
                        "6 COMP [1, 2, 3, 4, 5] 115000 10000 10 0 0",
                        "7 COMP [1, 2, 3, 4, 5] 117000 10000 2 2000 1");
        assertThat(set.report().findings())
                .filteredOn(row -> row.what().contains("carries a message that cannot be simulated"))
                .extracting(Finding::why)
                .containsExactly("its size is not known");
        assertThat(convert(ConvertOptions.defaults().communicationOnly())
                        .ranks()
                        .get(0)
                        .size())
                .isEqualTo(3);
    }

    @Test
    void aKernelWithoutAMessageOfKnownSizeComputes() {
        int launch = rank.host("launch", 0, 10, 0);
        int batch = rank.add(NodeKind.COMM_KERNEL, "SendRecv", 15, 100, 20, launch);
        rank.transfer(batch, CollectiveType.SEND, -1, -1, "0", 1, 7, 0, 1, 2);
        rank.transfer(batch, CollectiveType.RECV, -1, -1, "0", 1, 7, 0, 1, 2);
        EtSet set = convert(ConvertOptions.defaults());
        assertThat(lines(set.ranks().get(0)))
                .containsExactly("1 COMP [] 0 10000 10 0 -1", "2 COMP [1] 15000 100000 100 5000 0");
        assertThat(set.report().findings())
                .filteredOn(row -> row.what().contains("becomes a compute node"))
                .extracting(Finding::why)
                .containsExactly("its size is not known");
    }

    @Test
    void messagesToItselfAreLeftOut() {
        job(400);
        int own = rank.add(NodeKind.COMM_KERNEL, "SendRecv", 130, 10, 20, -1);
        rank.transfer(own, CollectiveType.SEND, 8, 0, "0", 0, 7, 0, 1, 2);
        rank.transfer(own, CollectiveType.RECV, 0, 8, "0", 0, 7, 0, 1, 2);
        int both = rank.add(NodeKind.COMM_KERNEL, "SendRecv", 150, 10, 20, -1);
        rank.transfer(both, CollectiveType.RECV, 0, 8, "0", 0, 7, 0, 1, 2);
        rank.transfer(both, CollectiveType.SEND, 8, 0, "0", 1, 7, 0, 1, 2);
        EtSet set = convert(ConvertOptions.defaults());
        EtGraph graph = set.ranks().get(0);
        assertThat(graph.size()).isEqualTo(9);
        assertThat(graph.type(7)).isEqualTo(EtNodeType.COMP);
        assertThat(graph.type(8)).isEqualTo(EtNodeType.COMM_SEND);
        assertThat(graph.integer(8, EtNames.COMM_DST, -1)).isEqualTo(1);
        assertThat(set.report().findings())
                .filteredOn(row -> row.what().contains("becomes a compute node"))
                .extracting(Finding::why)
                .containsExactly("its messages go from the rank to itself");
    }

    @Test
    void withoutComputationKernelsFollowEachOther() {
        job(400);
        int last = rank.add(NodeKind.COMM_KERNEL, "SendRecv", 130, 10, 20, -1);
        rank.transfer(last, CollectiveType.RECV, 0, 8, "0", 1, 7, 0, 1, 2);
        rank.transfer(last, CollectiveType.RECV, 0, 8, "0", 2, 7, 0, 1, 2);
        assertThat(lines(convert(ConvertOptions.defaults().communicationOnly())
                        .ranks()
                        .get(0)))
                .containsExactly(
                        "1 COMM_SEND [] 15000 75000 75 0 -1",
                        "2 COMM_RECV [] 15000 100000 100 0 -1",
                        "3 COMM_SEND [] 90000 25000 25 0 -1",
                        "4 COMM_SEND [] 15000 100000 100 0 -1",
                        "5 COMM_RECV [1, 2, 3, 4] 130000 10000 10 0 -1",
                        "6 COMM_RECV [1, 2, 3, 4] 130000 10000 10 0 -1");
    }
}

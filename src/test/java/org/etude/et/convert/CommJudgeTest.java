// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.etude.et.comm.CommJudge;
import org.etude.link.model.Collective;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The size of a transfer in a simulator's terms, and which transfers lack something. */
class CommJudgeTest {
    private static Collective transfer(CollectiveType type, long in, long out, int listed, int size, int peer) {
        List<Integer> ranks = IntStream.range(0, listed).boxed().toList();
        return new Collective(0, 0, type, in, out, List.of(), "", "g", ranks, size, peer, -1, -1, "none", "");
    }

    @ParameterizedTest
    @CsvSource({
        "ALL_REDUCE, 64, 60, 64",
        "ALL_REDUCE, -1, 60, 60",
        "ALL_REDUCE, -1, -1, -1",
        "ALL_GATHER, 16, 64, 16",
        "ALL_GATHER, -1, 64, 16",
        "ALL_GATHER, 0, 64, 0",
        "ALL_GATHER, -1, -1, -1",
        "GATHER, -1, 64, 16",
        "SCATTER, 7, 16, 64",
        "SCATTER, 64, 0, 64",
        "SCATTER, -1, -1, -1",
        "REDUCE_SCATTER, 64, 3, 64",
        "REDUCE_SCATTER, -1, 16, 64",
        "REDUCE_SCATTER, -1, -1, -1",
        "RECV, 3, 8, 8",
        "RECV, 8, -1, 8",
        "SEND, 8, 0, 8",
        "BARRIER, -1, -1, 0",
        "BARRIER, 4, -1, 4"
    })
    void sizesAmongFourRanks(CollectiveType type, long in, long out, long size) {
        assertThat(CommJudge.size(transfer(type, in, out, 4, 99, 1))).isEqualTo(size);
        assertThat(CommJudge.size(transfer(type, in, out, 0, 4, 1))).isEqualTo(size);
    }

    @ParameterizedTest
    @CsvSource({"ALL_GATHER, -1, 64, -1", "REDUCE_SCATTER, -1, 16, -1", "SCATTER, 5, 16, 5"})
    void aSizeThatNeedsTheNumberOfRanksIsUnknownWithoutIt(CollectiveType type, long in, long out, long size) {
        assertThat(CommJudge.size(transfer(type, in, out, 0, -1, 1))).isEqualTo(size);
    }

    @ParameterizedTest
    @CsvSource({
        "UNKNOWN, 8, 4, 4, 1, its type is not known",
        "SEND, 8, 2, 2, -1, its peer is not known",
        "SEND, -1, 2, 2, 1, its size is not known",
        "SEND, 8, 1, 1, 1, ''",
        "ALL_REDUCE, 8, 1, 9, -1, its group has one rank",
        "ALL_REDUCE, 8, 0, 1, -1, its group has one rank",
        "ALL_REDUCE, 8, 4, 1, -1, ''",
        "ALL_REDUCE, 8, 0, -1, -1, ''",
        "ALL_REDUCE, -1, 4, 4, -1, its size is not known",
        "ALL_REDUCE, 0, 4, 4, -1, ''"
    })
    void problems(CollectiveType type, long in, int listed, int size, int peer, String problem) {
        Collective transfer = transfer(type, in, -1, listed, size, peer);
        assertThat(new CommJudge().problem(transfer)).isEqualTo(problem);
        assertThat(new CommJudge().canSimulate(transfer)).isEqualTo(problem.isEmpty());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.link.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.etude.spec.CollectiveType;
import org.etude.trace.model.CommArgs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The first evidence wins; later evidence fills in what is missing. */
class CollectiveEvidenceTest {
    private final CollectiveEvidence draft = new CollectiveEvidence(0, 0);

    @Test
    void theFirstTypeStays() {
        draft.type(null, "nothing");
        assertThat(draft.evidence).isEqualTo("none");
        draft.type(CollectiveType.ALL_GATHER, "kernel-args");
        draft.type(CollectiveType.ALL_REDUCE, "kernel-name");
        assertThat(draft.type).isEqualTo(CollectiveType.ALL_GATHER);
        assertThat(draft.evidence).isEqualTo("kernel-args");
    }

    /** A transfer of size 0 may be a trace's way of writing an unknown size. */
    @Test
    void sizesAboveZeroStayAndZeroMayGrow() {
        draft.bytes(0, -1);
        draft.bytes(-1, 0);
        assertThat(draft.inBytes).isZero();
        assertThat(draft.outBytes).isZero();
        draft.bytes(8, 16);
        draft.bytes(100, 100);
        assertThat(draft.inBytes).isEqualTo(8);
        assertThat(draft.outBytes).isEqualTo(16);
    }

    /** Parts are rows, elements or bytes of the input. */
    @ParameterizedTest
    @CsvSource({"600, 1 2 3, 100 200 300", "0, 0 0, 0 0", "600, 0 0, ''", "601, 1 2 3, ''", "-1, 1 2 3, ''"})
    void partsOfAnAllToAllAreSharesOfTheInput(long input, String rows, String bytes) {
        draft.type(CollectiveType.ALL_TO_ALL, "c10d-op");
        draft.bytes(input, 8);
        draft.parts(numbers(rows));
        draft.parts(List.of(7L, 7L, 7L));
        assertThat(draft.toCollective(0).sentBytes()).isEqualTo(numbers(bytes));
    }

    private static List<Long> numbers(String text) {
        return text.isEmpty()
                ? List.of()
                : Arrays.stream(text.split(" ")).map(Long::valueOf).toList();
    }

    @Test
    void elementTypesLoseTheirNamespace() {
        draft.dtype(null);
        draft.dtype("c10::BFloat16");
        draft.dtype("float");
        assertThat(draft.dtype).isEqualTo("BFloat16");
    }

    @Test
    void partsOfAGroupAreFilledInApart() {
        draft.group(null, List.of(), -1);
        draft.group("", List.of(2, 3), -1);
        draft.group("7", List.of(9), 2);
        draft.group("8", List.of(), 4);
        assertThat(draft.groupName).isEqualTo("7");
        assertThat(draft.groupRanks).containsExactly(2, 3);
        assertThat(draft.groupSize).isEqualTo(2);
    }

    @Test
    void rankZeroIsAPeerAndARoot() {
        draft.peer(-1, true);
        assertThat(draft.peerInGroup).isFalse();
        draft.peer(0, true);
        draft.peer(5, false);
        draft.root(0);
        draft.root(3);
        draft.tag(0);
        draft.tag(3);
        assertThat(draft.peer).isZero();
        assertThat(draft.peerInGroup).isTrue();
        assertThat(draft.root).isZero();
        assertThat(draft.tag).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "ALL_REDUCE, -1, 8, 8, 8",
        "ALL_REDUCE, 8, -1, 8, 8",
        "ALL_REDUCE, 0, 8, 0, 8",
        "ALL_REDUCE, 8, 0, 8, 0",
        "BROADCAST, 4, -1, 4, 4",
        "SEND, 3, 8, 8, 0",
        "RECV, 8, 3, 0, 8",
        "BARRIER, 8, 8, 0, 0",
        "ALL_GATHER, 4, 16, 4, 16"
    })
    void sizesFollowFromTheType(CollectiveType type, long in, long out, long settledIn, long settledOut) {
        draft.type(type, "kernel-args");
        draft.bytes(in, out);
        draft.settleBytes();
        assertThat(draft.inBytes).isEqualTo(settledIn);
        assertThat(draft.outBytes).isEqualTo(settledOut);
    }

    private static CommArgs args(String collective, String dtype, long in, long out, Long... inSplit) {
        return new CommArgs(
                collective, dtype, in, out, List.of(inSplit), List.of(), "7", "dp", 2, List.of(4, 6), 6, 3, 11);
    }

    @Test
    void argumentsOfATraceGiveAllThatTheyHave() {
        draft.args(args("allreduce", "BFloat16", 10, 20), "kernel-args");
        assertThat(draft.type).isEqualTo(CollectiveType.ALL_REDUCE);
        assertThat(draft.evidence).isEqualTo("kernel-args");
        assertThat(draft.inBytes).isEqualTo(20);
        assertThat(draft.outBytes).isEqualTo(40);
        assertThat(draft.dtype).isEqualTo("BFloat16");
        assertThat(draft.groupName).isEqualTo("7");
        assertThat(draft.groupRanks).containsExactly(4, 6);
        assertThat(draft.groupSize).isEqualTo(2);
        assertThat(draft.peer).isEqualTo(6);
        assertThat(draft.peerInGroup).as("it is a global rank").isFalse();
        assertThat(draft.tag).isEqualTo(3);
        assertThat(draft.traceSequence).isEqualTo(11);
        assertThat(draft.toCollective(5).notes()).isEmpty();
    }

    @Test
    void theFirstNumberOfTheTraceStays() {
        draft.traceSequence = 0;
        draft.args(args("allreduce", "Float", 1, 1), "kernel-args");
        assertThat(draft.traceSequence).isZero();
    }

    /** A wait is not a collective; its arguments are those of the collective that it waits for. */
    @Test
    void waitsAndMissingArgumentsSayNothing() {
        draft.args(null, "kernel-args");
        draft.args(args("wait", "Float", 1, 1), "kernel-args");
        assertThat(draft.type).isEqualTo(CollectiveType.UNKNOWN);
        assertThat(draft.groupName).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Float, -1, -1",
        "Float, 0, 0",
        "Float, 3, 12",
        "Float, 2305843009213693951, 9223372036854775804",
        "Float, 2305843009213693952, -1",
        ", 3, -1",
        "NoSuchType, 3, -1"
    })
    void sizesAreElementsTimesTheirBytes(String dtype, long elements, long bytes) {
        draft.args(args("allreduce", dtype, elements, elements), "kernel-args");
        assertThat(draft.inBytes).isEqualTo(bytes);
        assertThat(draft.outBytes).isEqualTo(bytes);
    }

    @Test
    void unequalSplitsAreNotedOnce() {
        draft.args(args("alltoallv", "Float", 8, 8, 4L, 4L), "kernel-args");
        assertThat(draft.toCollective(0).notes()).as("equal splits").isEmpty();
        draft.args(args("alltoallv", "Float", 8, 8, 3L, 5L), "kernel-args");
        draft.args(args("alltoallv", "Float", 8, 8, 3L, 5L), "kernel-args");
        assertThat(draft.toCollective(0).notes()).isEqualTo("uneven splits");
        CollectiveEvidence received = new CollectiveEvidence(0, 0);
        received.args(
                new CommArgs(
                        "alltoallv", null, 8, 8, List.of(), List.of(1L, 2L), null, null, -1, List.of(), -1, -1, -1),
                "kernel-args");
        assertThat(received.toCollective(0).notes()).isEqualTo("uneven splits");
    }
}

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
    private final CollectiveEvidence collective = new CollectiveEvidence(0, 0);

    @Test
    void theFirstTypeStays() {
        collective.type(null, "nothing");
        assertThat(collective.evidence).isEqualTo("none");
        collective.type(CollectiveType.ALL_GATHER, "kernel-args");
        collective.type(CollectiveType.ALL_REDUCE, "kernel-name");
        assertThat(collective.type).isEqualTo(CollectiveType.ALL_GATHER);
        assertThat(collective.evidence).isEqualTo("kernel-args");
    }

    /** A transfer of size 0 may be a trace's way of writing an unknown size. */
    @Test
    void sizesAboveZeroStayAndZeroMayGrow() {
        collective.bytes(0, -1);
        collective.bytes(-1, 0);
        assertThat(collective.inBytes).isZero();
        assertThat(collective.outBytes).isZero();
        collective.bytes(8, 16);
        collective.bytes(100, 100);
        assertThat(collective.inBytes).isEqualTo(8);
        assertThat(collective.outBytes).isEqualTo(16);
    }

    /** Parts are rows, elements or bytes of the input. */
    @ParameterizedTest
    @CsvSource({"600, 1 2 3, 100 200 300", "0, 0 0, 0 0", "600, 0 0, ''", "601, 1 2 3, ''", "-1, 1 2 3, ''"})
    void partsOfAnAllToAllAreSharesOfTheInput(long input, String rows, String bytes) {
        collective.type(CollectiveType.ALL_TO_ALL, "c10d-op");
        collective.bytes(input, 8);
        collective.parts(numbers(rows));
        collective.parts(List.of(7L, 7L, 7L));
        assertThat(collective.toCollective(0).sentBytes()).isEqualTo(numbers(bytes));
    }

    private static List<Long> numbers(String text) {
        return text.isEmpty()
                ? List.of()
                : Arrays.stream(text.split(" ")).map(Long::valueOf).toList();
    }

    @Test
    void elementTypesLoseTheirNamespace() {
        collective.dtype(null);
        collective.dtype("c10::BFloat16");
        collective.dtype("float");
        assertThat(collective.dtype).isEqualTo("BFloat16");
    }

    @Test
    void partsOfAGroupAreFilledInApart() {
        collective.group(null, List.of(), -1);
        collective.group("", List.of(2, 3), -1);
        collective.group("7", List.of(9), 2);
        collective.group("8", List.of(), 4);
        assertThat(collective.groupName).isEqualTo("7");
        assertThat(collective.groupRanks).containsExactly(2, 3);
        assertThat(collective.groupSize).isEqualTo(2);
    }

    @Test
    void rankZeroIsAPeerAndARoot() {
        collective.peer(-1, true);
        assertThat(collective.peerInGroup).isFalse();
        collective.peer(0, true);
        collective.peer(5, false);
        collective.root(0);
        collective.root(3);
        collective.tag(0);
        collective.tag(3);
        assertThat(collective.peer).isZero();
        assertThat(collective.peerInGroup).isTrue();
        assertThat(collective.root).isZero();
        assertThat(collective.tag).isZero();
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
        collective.type(type, "kernel-args");
        collective.bytes(in, out);
        collective.settleBytes();
        assertThat(collective.inBytes).isEqualTo(settledIn);
        assertThat(collective.outBytes).isEqualTo(settledOut);
    }

    private static CommArgs args(String collective, String dtype, long in, long out, Long... inSplit) {
        return new CommArgs(
                collective, dtype, in, out, List.of(inSplit), List.of(), "7", "dp", 2, List.of(4, 6), 6, 3, 11);
    }

    @Test
    void argumentsOfATraceGiveAllThatTheyHave() {
        collective.args(args("allreduce", "BFloat16", 10, 20), "kernel-args");
        assertThat(collective.type).isEqualTo(CollectiveType.ALL_REDUCE);
        assertThat(collective.evidence).isEqualTo("kernel-args");
        assertThat(collective.inBytes).isEqualTo(20);
        assertThat(collective.outBytes).isEqualTo(40);
        assertThat(collective.dtype).isEqualTo("BFloat16");
        assertThat(collective.groupName).isEqualTo("7");
        assertThat(collective.groupRanks).containsExactly(4, 6);
        assertThat(collective.groupSize).isEqualTo(2);
        assertThat(collective.peer).isEqualTo(6);
        assertThat(collective.peerInGroup).as("it is a global rank").isFalse();
        assertThat(collective.tag).isEqualTo(3);
        assertThat(collective.traceSequence).isEqualTo(11);
        assertThat(collective.toCollective(5).notes()).isEmpty();
    }

    @Test
    void theFirstNumberOfTheTraceStays() {
        collective.traceSequence = 0;
        collective.args(args("allreduce", "Float", 1, 1), "kernel-args");
        assertThat(collective.traceSequence).isZero();
    }

    /** A wait is not a collective; its arguments are those of the collective that it waits for. */
    @Test
    void waitsAndMissingArgumentsSayNothing() {
        collective.args(null, "kernel-args");
        collective.args(args("wait", "Float", 1, 1), "kernel-args");
        assertThat(collective.type).isEqualTo(CollectiveType.UNKNOWN);
        assertThat(collective.groupName).isEmpty();
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
        collective.args(args("allreduce", dtype, elements, elements), "kernel-args");
        assertThat(collective.inBytes).isEqualTo(bytes);
        assertThat(collective.outBytes).isEqualTo(bytes);
    }

    @Test
    void unequalSplitsAreNotedOnce() {
        collective.args(args("alltoallv", "Float", 8, 8, 4L, 4L), "kernel-args");
        assertThat(collective.toCollective(0).notes()).as("equal splits").isEmpty();
        collective.args(args("alltoallv", "Float", 8, 8, 3L, 5L), "kernel-args");
        collective.args(args("alltoallv", "Float", 8, 8, 3L, 5L), "kernel-args");
        assertThat(collective.toCollective(0).notes()).isEqualTo("uneven splits");
        CollectiveEvidence received = new CollectiveEvidence(0, 0);
        received.args(
                new CommArgs(
                        "alltoallv", null, 8, 8, List.of(), List.of(1L, 2L), null, null, -1, List.of(), -1, -1, -1),
                "kernel-args");
        assertThat(received.toCollective(0).notes()).isEqualTo("uneven splits");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.link.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said first stays; later evidence fills in what is missing. */
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

    /** An empty transfer may be what a trace writes that does not know. */
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
}

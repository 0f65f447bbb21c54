// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.etude.et.convert.FakeRank;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.NodeKind;
import org.etude.report.Finding;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageMatcherTest {
    private final List<CollectiveMatch> matches = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();

    private static RankCall call(int rank, CollectiveType type, long in, long out) {
        return new RankCall(rank, 0, 0, 0, type, in, out, "pp", -1, 0, 1, false, 0);
    }

    /** One message from rank 2 to rank 5. */
    private void match(long sent, long received) {
        TreeMap<Integer, List<RankCall>> calls = new TreeMap<>();
        calls.put(2, List.of(call(2, CollectiveType.SEND, sent, 0)));
        calls.put(5, List.of(call(5, CollectiveType.RECV, 0, received)));
        MessageMatcher.match("from 2 to 5 tag 0", calls, matches, findings);
    }

    @ParameterizedTest
    @CsvSource({"8, 8", "0, 0", "-1, 8", "8, -1", "-1, -1"})
    void equalAndUnknownSizesFit(long sent, long received) {
        match(sent, received);
        assertThat(findings).isEmpty();
        assertThat(matches).singleElement().satisfies(match -> {
            assertThat(match.type()).isEqualTo(CollectiveType.SEND);
            assertThat(match.groupName()).isEqualTo("pp");
            assertThat(match.members()).extracting(CollectiveMatch.Member::rank).containsExactly(2, 5);
            assertThat(match.sameSize()).isTrue();
        });
    }

    @ParameterizedTest
    @CsvSource({"8, 9", "0, 8", "8, 0"})
    void otherSizesDoNot(long sent, long received) {
        match(sent, received);
        assertThat(matches.get(0).sameSize()).isFalse();
        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(Finding.Level.ERROR);
            assertThat(finding.where()).isEqualTo("message 0 from 2 to 5 tag 0");
            assertThat(finding.what()).isEqualTo("sent with " + sent + " bytes, received with " + received);
        });
    }

    @Test
    void aSendWithoutAReceiveIsNoRow() {
        TreeMap<Integer, List<RankCall>> calls = new TreeMap<>();
        calls.put(2, List.of(call(2, CollectiveType.SEND, 8, 0)));
        MessageMatcher.match("from 2 to 5 tag 0", calls, matches, findings);
        assertThat(matches).isEmpty();
        assertThat(findings).extracting(Finding::what).containsExactly("1 sends but 0 receives");
    }

    /** A kernel sends two messages of different tags, which one of two kernels expects in the other order. */
    @Test
    void aMatchNamesTheCallOfEachKernel() {
        FakeRank sender = new FakeRank(0);
        int kernel = sender.add(NodeKind.COMM_KERNEL, "SendRecv", 0, 10, 20, -1);
        sender.transfer(kernel, CollectiveType.SEND, 300, 0, "0", 1, 7, 0, 1);
        sender.transfer(kernel, CollectiveType.SEND, 100, 0, "0", 1, 8, 0, 1);
        sender.transfer(kernel, CollectiveType.SEND, 300, 0, "0", 1, 7, 0, 1);
        FakeRank receiver = new FakeRank(1);
        int both = receiver.add(NodeKind.COMM_KERNEL, "SendRecv", 0, 10, 20, -1);
        receiver.transfer(both, CollectiveType.RECV, 0, 100, "0", 0, 8, 0, 1);
        receiver.transfer(both, CollectiveType.RECV, 0, 300, "0", 0, 7, 0, 1);
        int last = receiver.add(NodeKind.COMM_KERNEL, "SendRecv", 10, 10, 20, -1);
        receiver.transfer(last, CollectiveType.RECV, 0, 300, "0", 0, 7, 0, 1);
        assertThat(CollectiveMatcher.match(FakeRank.set(2, sender, receiver)).matches())
                .extracting(match -> match.members().stream()
                        .map(member -> member.rank() + "." + member.node() + "." + member.call())
                        .toList())
                .containsExactly(List.of("0.0.0", "1.0.1"), List.of("0.0.2", "1.1.0"), List.of("0.0.1", "1.0.0"));
    }
}

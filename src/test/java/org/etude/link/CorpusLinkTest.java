// SPDX-License-Identifier: Apache-2.0
package org.etude.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;
import org.etude.SmallTraces;
import org.etude.link.match.CollectiveMatcher;
import org.etude.link.model.Collective;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.EdgeKind;
import org.etude.link.model.GraphChecks;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;
import org.etude.spec.LinkOptions;
import org.etude.spec.LoadOptions;
import org.etude.trace.load.TraceLoader;
import org.etude.trace.model.TraceException;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every trace there is links to a sound graph, twice the same. */
class CorpusLinkTest {
    private final Corpus corpus = new Corpus();

    @TestFactory
    Stream<DynamicTest> sharedTracesLinkSoundly() {
        return Corpus.cases().stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    LinkedSet linked;
                    try {
                        linked = corpus.link(name);
                    } catch (TraceException refused) {
                        assertThat(refused.getMessage())
                                .as("what the loader refuses it explains")
                                .contains("\n");
                        return;
                    }
                    linked.ranks().forEach(GraphChecks::sound);
                }));
    }

    @Test
    void smallJobLinksWhollyAndExactly(@TempDir Path dir) {
        var traces = TraceLoader.load(List.of(SmallTraces.write(dir, 2)), LoadOptions.defaults(), Progress.NONE);
        LinkedSet linked = Linker.link(traces, LinkOptions.defaults(), Progress.NONE);
        for (LinkedRank rank : linked.ranks()) {
            GraphChecks.sound(rank);
            assertThat(rank.coverage())
                    .contains(
                            new LinkedRank.Coverage("GPU events", 6, 6),
                            new LinkedRank.Coverage("GPU events under an operator", 6, 6),
                            new LinkedRank.Coverage("collectives", 2, 2));
            assertThat(rank.coverage())
                    .allSatisfy(row -> assertThat(row.matched()).isEqualTo(row.total()));
            assertThat(rank.collectives())
                    .extracting(Collective::type, Collective::inBytes, Collective::groupRanks)
                    .containsOnly(Tuple.tuple(CollectiveType.ALL_REDUCE, 4_000_000L, List.of(0, 1)));
            assertThat(rank.collectives()).extracting(Collective::evidence).containsOnly("kernel-args");
            assertThat(GraphChecks.edges(rank, EdgeKind.LAUNCH)).isEqualTo(6);
            assertThat(GraphChecks.edges(rank, EdgeKind.STREAM_ORDER)).isEqualTo(4);
            assertThat(GraphChecks.edges(rank, EdgeKind.SYNC))
                    .as("both streams, each step")
                    .isEqualTo(4);
        }
        assertThat(linked.unmatched()).isEmpty();
    }

    @Test
    void waitingTimeIsTheLagBehindTheLastRank(@TempDir Path dir) {
        var traces = TraceLoader.load(List.of(SmallTraces.write(dir, 3)), LoadOptions.defaults(), Progress.NONE);
        CollectiveMatches matches = CollectiveMatcher.match(Linker.link(traces, LinkOptions.defaults(), Progress.NONE));
        assertThat(matches.matches()).hasSize(2);
        for (CollectiveMatch match : matches.matches()) {
            long last = match.members().stream()
                    .mapToLong(CollectiveMatch.Member::startNanos)
                    .max()
                    .orElseThrow();
            assertThat(match.members()).extracting(CollectiveMatch.Member::rank).containsExactly(0, 1, 2);
            assertThat(match.missing()).isEmpty();
            assertThat(match.sameSize()).isTrue();
            assertThat(match.members())
                    .allSatisfy(member -> assertThat(member.waitingNanos()).isEqualTo(last - member.startNanos()));
        }
        assertThat(matches.report().findings()).isEmpty();
    }

    @Test
    void theNumberOfThreadsChangesNothing(@TempDir Path dir) {
        var traces = TraceLoader.load(List.of(SmallTraces.write(dir, 4)), LoadOptions.defaults(), Progress.NONE);
        LinkedSet one = Linker.link(traces, LinkOptions.defaults().withThreads(1), Progress.NONE);
        LinkedSet four = Linker.link(traces, LinkOptions.defaults().withThreads(4), Progress.NONE);
        assertThat(four.report().findings()).isEqualTo(one.report().findings());
        for (int r = 0; r < 4; r++) {
            assertThat(four.ranks().get(r).collectives())
                    .isEqualTo(one.ranks().get(r).collectives());
            assertThat(four.ranks().get(r).size()).isEqualTo(one.ranks().get(r).size());
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.etude.SmallTraces;
import org.etude.link.host.SequenceAligner;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.report.EtudeException;
import org.etude.report.Progress;
import org.etude.spec.LinkOptions;
import org.etude.spec.LoadOptions;
import org.etude.trace.load.TraceLoader;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceException;
import org.etude.trace.model.TraceSet;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Matching by names finds what the ids say when the ids are hidden. */
class HiddenIdsTest {
    private final Corpus corpus = new Corpus();

    @TestFactory
    Stream<DynamicTest> atLeastNinetyEightPercentAreFoundByName() {
        return Corpus.cases().stream().map(name -> DynamicTest.dynamicTest(name, () -> check(name)));
    }

    private void check(String name) {
        LinkedSet byId;
        try {
            byId = corpus.link(name);
        } catch (EtudeException refused) {
            assertThat(refused).isInstanceOf(TraceException.class);
            return;
        }
        LinkedSet byName = Linker.link(corpus.load(name), LinkOptions.defaults().withoutIds(), Progress.NONE);
        for (int r = 0; r < byId.ranks().size(); r++) {
            RankTrace trace = byId.ranks().get(r).trace();
            if (trace.host() != null && trace.device() != null) {
                compare(name, events(byId.ranks().get(r)), events(byName.ranks().get(r)));
            }
        }
    }

    private static void compare(String name, int[] wanted, int[] found) {
        int total = 0;
        int same = 0;
        int wrong = 0;
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i] >= 0) {
                total++;
                same += found[i] == wanted[i] ? 1 : 0;
                wrong += found[i] >= 0 && found[i] != wanted[i] ? 1 : 0;
            }
        }
        if (same < total) {
            System.out.println(
                    name + ": " + total + " cases, " + (total - same) + " differ, " + wrong + " of them wrong");
        }
        assertThat(same).isGreaterThanOrEqualTo((int) Math.ceil(total * 0.98));
        assertThat(wrong)
                .as("what is paired is right but for twins started at once")
                .isLessThanOrEqualTo(total / 200);
    }

    private static int[] events(LinkedRank rank) {
        int[] events = new int[rank.trace().host().size()];
        Arrays.fill(events, -1);
        for (int i = 0; i < rank.size(); i++) {
            if (rank.hostIndex(i) >= 0) {
                events[rank.hostIndex(i)] = rank.eventIndex(i);
            }
        }
        return events;
    }

    @Test
    void insertedAndMissingNamesAreSteppedOver() {
        int[] host = {1, 2, 3, 9, 4, 5, 6};
        int[] device = {7, 1, 2, 3, 4, 5, 5, 6};
        assertThat(SequenceAligner.align(host, device)).containsExactly(1, 2, 3, -1, 4, 6, 7);
    }

    @Test
    void namesAloneFindWhatIdsFind(@TempDir Path dir) {
        for (Path traces : List.of(SmallTraces.write(dir, 2), Path.of("data", "cnn-2-hip"))) {
            TraceSet set = TraceLoader.load(List.of(traces), LoadOptions.defaults(), Progress.NONE);
            LinkedSet byId = Linker.link(set, LinkOptions.defaults(), Progress.NONE);
            LinkedSet byName = Linker.link(set, LinkOptions.defaults().withoutIds(), Progress.NONE);
            for (int r = 0; r < 2; r++) {
                int[] wanted = events(byId.ranks().get(r));
                assertThat(Arrays.stream(wanted).filter(event -> event >= 0).count())
                        .isGreaterThanOrEqualTo(10);
                compare(traces.toString(), wanted, events(byName.ranks().get(r)));
            }
        }
    }
}

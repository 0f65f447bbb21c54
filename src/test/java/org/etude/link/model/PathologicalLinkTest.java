// SPDX-License-Identifier: Apache-2.0
package org.etude.link.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.etude.link.Corpus;
import org.etude.report.Finding.Level;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** How faulty traces must be linked. */
class PathologicalLinkTest {
    private final Corpus corpus = new Corpus();

    private static Map<String, Consumer<LinkedSet>> musts() {
        Map<String, Consumer<LinkedSet>> musts = new LinkedHashMap<>();
        musts.put("path_01_base", s -> whole(s, 149, 149, 14));
        musts.put("path_02_cycle2", s -> warned(s, 0, "nodes 23, 68: 1 cycle of 2 nodes"));
        musts.put("path_04_selfdep", s -> warned(s, 1, "nodes 7, 56: 2 nodes name themselves"));
        musts.put("path_05_dangling", s -> warned(s, 0, "10 nodes name a parent that is not in the file"));
        musts.put("path_07_dup_rfid", s -> {
            whole(s, 149, 149, 14);
            warned(s, 0, "1 Record function id occurs more than once");
        });
        musts.put("path_08_corr_missing20", s -> {
            assertThat(s.ranks().get(0).coverage().get(0)).isEqualTo(new LinkedRank.Coverage("GPU events", 124, 149));
            assertThat(s.unmatched()).filteredOn(u -> u.kind().equals("kernel")).hasSize(25);
            assertThat(s.ranks().get(0).size()).isEqualTo(s.ranks().get(1).size());
        });
        musts.put("path_10_corr_shared", s -> whole(s, 149, 149, 14));
        musts.put("path_11_corr_two_launches", s -> warned(s, 0, "several runtime calls with its correlation"));
        musts.put("path_21_no_kernels", s -> assertThat(s.ranks().get(0).collectives())
                .hasSize(14)
                .allMatch(c -> c.evidence().equals("record_param_comms") && c.inBytes() == 67_108_864));
        musts.put("path_22_huge_rfid", s -> whole(s, 149, 149, 14));
        musts.put("path_27_non_utf8", s -> whole(s, 149, 149, 14));
        musts.put("path_28_bom_crlf", s -> whole(s, 149, 149, 14));
        musts.put("path_34_coll_missing_one_rank", s -> assertThat(GraphChecks.says(
                        s.report(),
                        Level.ERROR,
                        -1,
                        "collective 3 of group '': the all-reduce of ranks [0] is missing on ranks [1]"))
                .isTrue());
        musts.put("path_35_coll_size_mismatch", s -> assertThat(GraphChecks.says(
                        s.report(),
                        Level.ERROR,
                        -1,
                        "collective 2 of group '': ranks [0, 1] disagree on its bytes: [67108864, 33554432]"))
                .isTrue());
        musts.put("path_37_coll_unknown_attrs", s -> {
            assertThat(s.ranks()).hasSize(2);
            assertThat(s.ranks()).allSatisfy(rank -> assertThat(rank.collectives())
                    .hasSize(14)
                    .allMatch(c -> c.type() == CollectiveType.ALL_REDUCE && c.inBytes() == 67_108_864));
        });
        musts.put("path_38_kernel_before_launch", s -> {
            whole(s, 149, 149, 14);
            warned(s, 0, "1 GPU activity begins before its launch");
        });
        musts.put("path_40_begin_end_events", s -> whole(s, 149, 149, 14));
        return musts;
    }

    private static void whole(LinkedSet linked, int launched, int gpu, int collectives) {
        assertThat(linked.ranks()).hasSize(2);
        for (LinkedRank rank : linked.ranks()) {
            assertThat(rank.coverage())
                    .contains(
                            new LinkedRank.Coverage("GPU events", launched, gpu),
                            new LinkedRank.Coverage("host ops", 999, 999),
                            new LinkedRank.Coverage("collectives", collectives, collectives));
            assertThat(GraphChecks.edges(rank, EdgeKind.LAUNCH)).isEqualTo(launched);
        }
    }

    private static void warned(LinkedSet linked, int rank, String part) {
        assertThat(GraphChecks.says(linked.report(), Level.WARNING, rank, part))
                .as(part)
                .isTrue();
    }

    @TestFactory
    Stream<DynamicTest> faultyTraces() {
        Map<String, Consumer<LinkedSet>> musts = musts();
        assertThat(Corpus.cases()).containsAll(musts.keySet());
        return musts.keySet().stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> musts.get(name).accept(corpus.link(name))));
    }
}

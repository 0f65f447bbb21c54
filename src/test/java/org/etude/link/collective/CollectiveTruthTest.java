// SPDX-License-Identifier: Apache-2.0
package org.etude.link.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.etude.Shared;
import org.etude.link.Corpus;
import org.etude.link.Linker;
import org.etude.link.match.CollectiveMatcher;
import org.etude.link.model.Collective;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;
import org.etude.spec.LinkOptions;
import org.etude.trace.comm.CommNames;
import org.etude.trace.model.DType;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Types and sizes of collectives against truth tables and against renamed twins. */
class CollectiveTruthTest {
    private final Corpus corpus = new Corpus();

    @TestFactory
    Stream<DynamicTest> genericKernelsGetTheirTrueTypes() {
        Path truth = Shared.dir("golden", "chakra", "rccl_truth_mi300_resnet_ddp8.csv");
        return Stream.of("der_mi300_pair_rank0", "pub_mi300_resnet_ckpt_rank0of8")
                .map(name -> DynamicTest.dynamicTest(name, () -> compare(name, truth)));
    }

    private void compare(String name, Path truth) throws IOException {
        LinkedRank rank = corpus.link(name).ranks().get(0);
        Map<Long, Collective> found = new HashMap<>();
        for (Collective collective : rank.collectives()) {
            found.put(rank.trace().device().correlation(rank.eventIndex(collective.node())), collective);
        }
        int cases = 0;
        List<String> differences = new ArrayList<>();
        for (String line : Files.readAllLines(truth).stream().skip(1).toList()) {
            String[] cells = line.split(",", -1);
            Collective collective = found.get(Long.parseLong(cells[4]));
            CollectiveType type = cells[6].isEmpty() ? CollectiveType.UNKNOWN : CollectiveNames.ofOperator(cells[6]);
            long bytes = cells[8].isEmpty() ? -1 : Long.parseLong(cells[8]) * DType.bytesOf(cells[7]);
            cases++;
            if (collective == null || collective.type() != type || collective.inBytes() != bytes) {
                differences.add(line + ": " + collective);
            }
        }
        System.out.println(name + ": " + cases + " cases, " + differences.size() + " differ");
        assertThat(differences).isEmpty();
        assertThat(cases).isEqualTo(17);
    }

    @TestFactory
    Stream<DynamicTest> renamedTwinsGiveTheSame() {
        return Corpus.cases(name -> Corpus.describe(name).path("expect").has("same_result_as")).stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    String twin = Corpus.describe(name)
                            .path("expect")
                            .path("same_result_as")
                            .asText();
                    LinkedSet ours = corpus.link(name);
                    LinkedSet theirs = corpus.link(twin);
                    assertThat(ours.ranks()).isNotEmpty().hasSameSizeAs(theirs.ranks());
                    for (int r = 0; r < theirs.ranks().size(); r++) {
                        assertThat(summary(ours.ranks().get(r)))
                                .isEqualTo(summary(theirs.ranks().get(r)));
                    }
                }));
    }

    /** Type, sizes, group size, order, start and duration; a twin may name its group where the other does not. */
    private static List<String> summary(LinkedRank rank) {
        return rank.collectives().stream()
                .map(c -> c.type() + " " + c.sequence() + " " + c.inBytes() + " " + c.outBytes() + " " + c.groupSize()
                        + " " + rank.startNanos(c.node()) + " " + rank.durationNanos(c.node()))
                .toList();
    }

    @TestFactory
    Stream<DynamicTest> glooTypesComeFromTheCaller() {
        return Corpus.cases("rec_coll_ws2"::equals).stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    LinkedSet linked = corpus.link(name);
                    assertThat(linked.ranks()).hasSize(2);
                    for (LinkedRank rank : linked.ranks()) {
                        Map<CollectiveType, Long> counts = new HashMap<>();
                        rank.collectives().forEach(c -> counts.merge(c.type(), 1L, Long::sum));
                        assertThat(counts)
                                .containsEntry(CollectiveType.ALL_REDUCE, 7L)
                                .containsEntry(CollectiveType.REDUCE_SCATTER, 14L)
                                .containsEntry(CollectiveType.ALL_GATHER, 14L)
                                .containsEntry(CollectiveType.SEND, 7L)
                                .containsEntry(CollectiveType.RECV, 7L)
                                .doesNotContainKey(CollectiveType.UNKNOWN);
                    }
                    CollectiveMatches matches = CollectiveMatcher.match(linked);
                    assertThat(matches.report().findings()).isEmpty();
                    assertThat(matches.matches())
                            .filteredOn(m -> m.type() == CollectiveType.SEND)
                            .hasSize(14);
                }));
    }

    @TestFactory
    Stream<DynamicTest> withoutEvidenceTheUserMaySayTheType() {
        return Corpus.cases("der_mi300_pair_rank0"::equals).stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    LinkedSet linked = Linker.link(
                            corpus.load(name),
                            LinkOptions.defaults().assumeGeneric(CollectiveType.ALL_REDUCE),
                            Progress.NONE);
                    List<Collective> assumed = linked.ranks().get(0).collectives().stream()
                            .filter(c -> c.evidence().equals("assumed"))
                            .toList();
                    assertThat(assumed)
                            .hasSize(5)
                            .allMatch(c -> c.type() == CollectiveType.ALL_REDUCE && c.inBytes() < 0);
                }));
    }

    @Test
    void namesOfAllErasAreRead() {
        Map<String, CollectiveType> wanted = Map.of(
                "c10d::_allgather_base_", CollectiveType.ALL_GATHER,
                "c10d::_reduce_scatter_base_", CollectiveType.REDUCE_SCATTER,
                "all_to_allv", CollectiveType.ALL_TO_ALL,
                "nccl:all_reduce|bytes=8|pg=dp0", CollectiveType.ALL_REDUCE,
                "gloo:barrier", CollectiveType.BARRIER,
                "nccl:send 0->1", CollectiveType.SEND,
                "reduce_scatter_tensor_coalesced", CollectiveType.REDUCE_SCATTER,
                "reduce", CollectiveType.REDUCE);
        wanted.forEach((name, type) ->
                assertThat(CollectiveNames.ofOperator(name)).as(name).isEqualTo(type));
        for (String none : Arrays.asList("wait", "coalesced", "", "nccl:coalesced", "_c10d_functional::wait_tensor")) {
            assertThat(CollectiveNames.ofOperator(none)).as(none).isNull();
        }
    }

    @Test
    void kernelsHaveATypeOnlyWhereTheirNameStatesIt() {
        assertThat(CollectiveNames.ofKernel("ncclDevKernel_AllReduce_Sum_f16_RING_LL(ncclDevComm*)"))
                .isEqualTo(CollectiveType.ALL_REDUCE);
        assertThat(CollectiveNames.ofKernel("ncclKernel_Broadcast_RING_LL_Sum_int8_t(ncclWorkElem)"))
                .isEqualTo(CollectiveType.BROADCAST);
        assertThat(CollectiveNames.ofKernel("ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL(x)"))
                .isEqualTo(CollectiveType.REDUCE_SCATTER);
        assertThat(CollectiveNames.ofKernel("ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(x)"))
                .isNull();
        assertThat(CollectiveNames.ofKernel("ncclDevKernel_Generic_4(ncclDevKernelArgsStorage<4096ul>)"))
                .isNull();
        assertThat(CollectiveNames.ofKernel("mscclKernel_Sum_half_Simple_false(x)"))
                .isNull();
        assertThat(CollectiveNames.ofKernel("void vllm::cross_device_reduce_2stage<float, 8>(x)"))
                .isEqualTo(CollectiveType.ALL_REDUCE);
        assertThat(CollectiveNames.ofKernel("void deep_ep::intranode::combine<float, 8>(x)"))
                .isEqualTo(CollectiveType.ALL_TO_ALL);
        assertThat(CollectiveNames.ofKernel("void deep_ep::internode::cached_notify<false>(x)"))
                .isNull();
        assertThat(CollectiveNames.ofKernel("ampere_sgemm_128x64_tn(x)")).isNull();
        assertThat(CollectiveNames.ofCustomOperator("_C_custom_ar::all_reduce")).isEqualTo(CollectiveType.ALL_REDUCE);
        assertThat(CollectiveNames.ofCustomOperator("FusedCombine")).isEqualTo(CollectiveType.ALL_TO_ALL);
    }

    @Test
    void annotationsGiveBytesGroupAndPeer() {
        assertThat(CollectiveNames.field("nccl:all_reduce|bytes=2180392|pg=dp0", "bytes"))
                .isEqualTo("2180392");
        assertThat(CollectiveNames.field("nccl:all_reduce|bytes=2180392|pg=dp0", "pg"))
                .isEqualTo("dp0");
        assertThat(CollectiveNames.field("nccl:all_reduce", "pg")).isEmpty();
        assertThat(CommNames.peer("nccl:send 0->3")).isEqualTo(3);
        assertThat(CommNames.peer("nccl:recv 3<-0")).isZero();
        assertThat(CommNames.peer("nccl:recv")).isEqualTo(-1);
    }

    @Test
    void elementSizes() {
        assertThat(
                        List.of("c10::Half", "BFloat16", "float", "Long", "long int", "unsigned char", "Bool", "double")
                                .stream()
                                .map(DType::bytesOf))
                .containsExactly(2, 2, 4, 8, 8, 1, 1, 8);
        assertThat(DType.bytesOf("Scalar")).isEqualTo(-1);
    }

    /** Argument types are not collective types, and some tracers cut names off before the arguments. */
    @Test
    void onlyTheNameBeforeTheArgumentsCounts() {
        assertThat(CollectiveNames.ofKernel("ncclDevKernel_Generic(AllReduceArgs)"))
                .isNull();
        assertThat(CollectiveNames.ofKernel("ncclDevKernel_AllReduce_Sum_f16_RING_LL"))
                .isEqualTo(CollectiveType.ALL_REDUCE);
    }
}

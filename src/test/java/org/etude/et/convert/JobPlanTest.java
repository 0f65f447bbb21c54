// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.etude.et.comm.CommUse;
import org.etude.et.comm.Communicators;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtNames;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.spec.CollectiveType;
import org.etude.spec.ConvertOptions;
import org.junit.jupiter.api.Test;

/** {@link JobPlan}, {@link CommUse}, {@link RankTemplate} and {@link Metadata}: what a conversion knows about the job as a whole. */
class JobPlanTest {
    private static final ConvertOptions DEFAULTS = ConvertOptions.defaults();

    private final FakeRank rank = new FakeRank(0);

    private int kernel() {
        return rank.kernel("nccl", rank.size() * 10, 5, 7, -1);
    }

    private FakeRank collectives(CollectiveType... types) {
        for (CollectiveType type : types) {
            rank.comm(kernel(), type, 8, 8, "", 0, 1);
        }
        return rank;
    }

    private JobPlan plan(ConvertOptions options, FakeRank... ranks) {
        return JobPlan.of(2, Arrays.stream(ranks).map(RankFacts::of).toList(), options);
    }

    @Test
    void filesAreNamedAfterTheMostFrequentCollective() {
        collectives(CollectiveType.BROADCAST, CollectiveType.ALL_GATHER, CollectiveType.ALL_GATHER);
        assertThat(plan(DEFAULTS, rank).prefix()).isEqualTo("all_gather");
    }

    /** Two types occur twice each: that with the lower number names the files. */
    @Test
    void amongEquallyFrequentCollectivesTheFirstTypeCounts() {
        collectives(
                CollectiveType.BROADCAST,
                CollectiveType.ALL_REDUCE,
                CollectiveType.BROADCAST,
                CollectiveType.ALL_REDUCE);
        assertThat(plan(DEFAULTS, rank).prefix()).isEqualTo("all_reduce");
    }

    @Test
    void barriersAndUnknownCollectivesNameNoFile() {
        collectives(CollectiveType.BARRIER, CollectiveType.BARRIER, CollectiveType.UNKNOWN);
        assertThat(plan(DEFAULTS, rank).prefix()).isEqualTo("workload");
    }

    @Test
    void aGivenPrefixAndTagAreTaken() {
        collectives(CollectiveType.ALL_GATHER);
        assertThat(plan(DEFAULTS.prefix("mine"), rank).prefix()).isEqualTo("mine");
        assertThat(plan(DEFAULTS.modelTag("gpt"), rank).prefix()).isEqualTo("all_gather.gpt");
    }

    @Test
    void recordedStartsAreKeptWithMeasuredTimesOnly() {
        assertThat(JobPlan.keepsStarts(DEFAULTS)).isTrue();
        assertThat(JobPlan.keepsStarts(DEFAULTS.meanKernel())).isFalse();
        assertThat(JobPlan.keepsStarts(DEFAULTS.communicationOnly())).isFalse();
        assertThat(JobPlan.keepsStarts(DEFAULTS.aligned())).isFalse();
    }

    /** Of two collectives of one type, group and peer one has no size: both are counted, and the bytes of the other. */
    @Test
    void usesAreAddedUpByTypeGroupAndPeer() {
        rank.comm(kernel(), CollectiveType.ALL_REDUCE, 64, 64, "dp", 0, 1)
                .comm(kernel(), CollectiveType.ALL_REDUCE, -1, -1, "dp", 0, 1)
                .comm(kernel(), CollectiveType.ALL_REDUCE, 16, 16, "tp", 0, 1)
                .comm(kernel(), CollectiveType.ALL_GATHER, 4, 8, "dp", 0, 1)
                .transfer(kernel(), CollectiveType.SEND, 5, 5, "dp", 1, 0, 0, 1)
                .transfer(kernel(), CollectiveType.SEND, 6, 6, "dp", 2, 0, 0, 1);
        assertThat(CommUse.of(rank))
                .extracting(use -> use.type() + " " + use.groupName() + " " + use.peer() + ": " + use.simulated()
                        + " of " + use.count() + ", " + use.bytes() + " bytes")
                .containsExactly(
                        "ALL_REDUCE dp -1: 1 of 2, 64 bytes",
                        "ALL_REDUCE tp -1: 1 of 1, 16 bytes",
                        "ALL_GATHER dp -1: 1 of 1, 4 bytes",
                        "SEND dp 1: 1 of 1, 5 bytes",
                        "SEND dp 2: 1 of 1, 6 bytes");
        assertThat(CommUse.of(rank)).extracting(CommUse::isMessage).containsExactly(false, false, false, true, true);
    }

    private RankTemplate.Group group(String name, Integer... ranks) {
        return new RankTemplate.Group(name, ranks.length, List.of(ranks), List.of());
    }

    @Test
    void theRanksThatACollectiveNamesCountBeforeTheListedOnes() {
        assertThat(new RankTemplate.Group("7", 2, List.of(0, 1), List.of(2, 3)).ranks())
                .containsExactly(0, 1);
        assertThat(new RankTemplate.Group("7", 2, List.of(), List.of(2, 3)).ranks())
                .containsExactly(2, 3);
    }

    /** In a job of two, ranks 0 and 1 in their order are the whole job, whatever the group is called. */
    @Test
    void theWholeJobIsGroupZero() {
        assertThat(GroupNumbers.likelyName(group("7", 0, 1), 2)).isEqualTo("0");
        assertThat(GroupNumbers.likelyName(group("7"), 2)).isEqualTo("0");
        assertThat(GroupNumbers.likelyName(group("7", 1, 0), 2)).isEqualTo("7");
        assertThat(GroupNumbers.likelyName(group("7", 0, 1), 4)).isEqualTo("7");
    }

    /** A number of one to nine digits that does not begin with 0 stays; any other name is replaced. */
    @Test
    void namesThatAreNoNumbersAreNotKept() {
        assertThat(GroupNumbers.likelyName(group("999999999", 0, 1), 4)).isEqualTo("999999999");
        for (String name : List.of("1000000000", "07", "0", "-1", "tp", "")) {
            assertThat(GroupNumbers.likelyName(group(name, 0, 1), 4)).as(name).isEqualTo("0");
        }
    }

    private String name(RankTemplate.Groups groups, String group, Integer... ranks) {
        FakeRank of = new FakeRank(0);
        of.comm(of.kernel("nccl", 0, 5, 7, -1), CollectiveType.ALL_REDUCE, 8, 8, group, ranks);
        Collective collective = of.collectives().get(0);
        return groups.name(of, collective);
    }

    /** Until the job is known, groups of other ranks have other names: the second and fourth get a suffix. */
    @Test
    void differentGroupsOfARankHaveDifferentNames() {
        RankTemplate.Groups groups = new RankTemplate.Groups();
        assertThat(name(groups, "7", 0, 1)).isEqualTo("7");
        assertThat(name(groups, "7", 2, 3)).isEqualTo("7#1");
        assertThat(name(groups, "7", 0, 1)).as("known").isEqualTo("7");
        assertThat(name(groups, "tp", 0, 1)).isEqualTo("0");
        assertThat(name(groups, "pp", 0, 2)).isEqualTo("0#3");
        assertThat(name(groups, "tp2", 0, 1)).as("the same ranks").isEqualTo("0#4");
        assertThat(groups.found().keySet()).containsExactly("7", "7#1", "0", "0#3", "0#4");
        assertThat(groups.found().get("0")).extracting(RankTemplate.Group::name).containsExactly("tp");
    }

    private static RankFacts uses(int rank, String... groups) {
        FakeRank of = new FakeRank(rank);
        for (String group : groups) {
            of.comm(of.kernel("nccl", of.size() * 10, 5, 7, -1), CollectiveType.ALL_REDUCE, 8, 8, group, 0, 1);
        }
        return RankFacts.of(of);
    }

    private static Map<Communicators.Group, Integer> numbers(int world, RankFacts... ranks) {
        return JobPlan.of(world, List.of(ranks), DEFAULTS).groups();
    }

    private static Communicators.Group pair(String own) {
        return new Communicators.Group(List.of(0, 1), own);
    }

    /** All ranks use both groups of a pair; among two ranks "0" is the whole job, and what has no name belongs to it. */
    @Test
    void communicatorsOfTheSameRanksStayApart() {
        assertThat(numbers(4, uses(0, "tp", "9"), uses(1, "9", "tp"))).isEqualTo(Map.of(pair(""), 1, pair("9"), 9));
        assertThat(numbers(2, uses(0, "1", "", "0", "2"), uses(1, "0", "2", "1")))
                .isEqualTo(Map.of(pair("1"), 1, pair("2"), 2));
    }

    /** Each rank has a name of its own for the pair, or only one rank a second one. */
    @Test
    void namesThatRanksDoNotShareAreOfOneGroup() {
        assertThat(numbers(4, uses(0, "5"), uses(1, "6"))).isEqualTo(Map.of(pair(""), 5));
        assertThat(numbers(4, uses(0, "5", "6"), uses(1, "5"))).isEqualTo(Map.of(pair(""), 5));
        assertThat(numbers(4, uses(0, "5", ""), uses(1, "5", ""))).isEqualTo(Map.of(pair(""), 5));
    }

    @Test
    void machinesAreNumberedInTheOrderOfTheirFirstRanks() {
        List<RankFacts> ranks = List.of(facts("b"), facts(""), facts("a"), facts("b"));
        JobPlan.RecordedJob job = JobPlan.RecordedJob.of(ranks, 0, true);
        assertThat(job.ranks()).isEqualTo(4);
        assertThat(job.machines()).containsExactly("b", "a");
        assertThat(job.machine("a")).isEqualTo(1);
        assertThat(job.machine("c")).isEqualTo(-1);
    }

    private static RankFacts facts(String machine) {
        return new RankFacts(0, machine, 0, 1, false, List.of());
    }

    @Test
    void theHeadOfATraceSaysWhereAndAmongHowManyItWasRecorded() {
        JobPlan.RecordedJob whole = new JobPlan.RecordedJob(4, 0, true, List.of("b", "a"));
        assertThat(Metadata.of(2, "a", 17, whole))
                .containsExactly(
                        EtAttribute.string("schema", "1.1.1-chakra.0.0.4"),
                        EtAttribute.int64(EtNames.RECORDED_RANK, 2),
                        EtAttribute.int64(EtNames.RECORDED_RANKS, 4),
                        EtAttribute.int64(EtNames.MACHINE, 1),
                        EtAttribute.int64(EtNames.CLOCK_NS, 17));
    }

    /** Of an incomplete job the size of the whole is stated instead; unknown machines and clocks are not. */
    @Test
    void theHeadOfAnIncompleteJobSaysHowManyRanksItHas() {
        JobPlan.RecordedJob part = new JobPlan.RecordedJob(4, 8, false, List.of("b"));
        assertThat(Metadata.of(0, "", 17, part))
                .containsExactly(
                        EtAttribute.string("schema", "1.1.1-chakra.0.0.4"),
                        EtAttribute.int64(EtNames.RECORDED_RANK, 0),
                        EtAttribute.int64(EtNames.INCOMPLETE_WORLD, 8));
    }

    @Test
    void timesMoveToTheClockOfRankZeroUnlessThereAreNone() {
        assertThat(facts("a").onClock(5).beginNanos()).isEqualTo(5);
        assertThat(facts("a").onClock(5).endNanos()).isEqualTo(6);
        long none = LinkedRank.UNTIMED;
        RankFacts untimed = new RankFacts(0, "", none, none, false, List.of());
        assertThat(untimed.onClock(5)).isEqualTo(untimed);
    }
}

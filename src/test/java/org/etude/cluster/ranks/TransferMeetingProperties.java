// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import org.etude.cluster.ClusterEngine;
import org.etude.cluster.ExchangingStage;
import org.etude.cluster.LoopbackEngine;
import org.etude.cluster.RemoteShare;
import org.etude.cluster.RemoteStage;
import org.etude.et.convert.FakeRank;
import org.etude.et.convert.HostTransfers;
import org.etude.et.convert.RankFacts;
import org.etude.et.convert.RankTransfers;
import org.etude.link.match.CollectiveMatcher;
import org.etude.link.match.RankSequences;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.LinkedSet;
import org.etude.link.model.NodeKind;
import org.etude.spec.CollectiveType;
import org.etude.store.StoredFile;

/** Random jobs: what the meetings of an exchange tell each rank is what matching all ranks in one place tells it. */
class TransferMeetingProperties {
    private static final CollectiveType[] TYPES = {
        CollectiveType.ALL_REDUCE, CollectiveType.ALL_GATHER, CollectiveType.BROADCAST
    };

    /** Makes one job from a seed, anywhere. */
    private static List<FakeRank> job(long seed) {
        Random random = new Random(seed);
        int ranks = 2 + random.nextInt(4);
        boolean numbered = random.nextBoolean();
        List<FakeRank> job = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            job.add(new FakeRank(2 * rank)); // numbers of ranks are not their places
        }
        int losses = random.nextInt(4);
        int[] issued = new int[3];
        for (int call = random.nextInt(200); call >= 0; call--) {
            int group = random.nextInt(3);
            CollectiveType type = TYPES[random.nextInt(TYPES.length)];
            long bytes = 1 << random.nextInt(4);
            int sender = random.nextInt(ranks);
            int receiver = random.nextInt(ranks);
            boolean message = group == 2;
            for (int rank = 0; rank < ranks; rank++) {
                boolean part = !message || rank == sender || rank == receiver;
                if (part && random.nextInt(10) >= losses) {
                    int node = node(job.get(rank), call, random);
                    if (message) {
                        boolean sends = rank == sender;
                        job.get(rank)
                                .transfer(
                                        node,
                                        sends ? CollectiveType.SEND : CollectiveType.RECV,
                                        sends ? bytes : -1,
                                        sends ? -1 : bytes,
                                        "",
                                        2 * (sends ? receiver : sender),
                                        call % 2);
                    } else {
                        // Some ranks do not list the members of a group.
                        Integer[] members = random.nextInt(3) == 0 ? new Integer[0] : new Integer[] {0, 2, 4};
                        job.get(rank).transfer(node, type, bytes, bytes, "g" + group, -1, -1, members);
                        if (numbered) {
                            job.get(rank).numbered(issued[group]);
                        }
                    }
                }
            }
            issued[group] += 1 + random.nextInt(30) / 29;
        }
        return job;
    }

    private static int node(FakeRank rank, int call, Random random) {
        NodeKind kind = random.nextInt(3) == 0 ? NodeKind.KERNEL : NodeKind.HOST_COMM;
        return rank.add(kind, "c", 1000.0 * (300 - call) + random.nextInt(900), 1 + random.nextInt(900), 0, -1);
    }

    private static List<RankFacts> facts(List<FakeRank> job) {
        List<RankFacts> facts = new ArrayList<>();
        for (FakeRank rank : job) {
            RankFacts own = RankFacts.of(rank);
            String machine = own.rank() == 4 ? "" : "machine" + own.rank() / 4;
            facts.add(new RankFacts(own.rank(), machine, own.beginNanos(), own.endNanos(), own.onHost(), own.uses()));
        }
        return facts;
    }

    /** A rank that sends its calls and keeps the replies. */
    public static final class Caller implements ExchangingStage {
        private final FakeRank rank;
        private final byte[] told;

        /** Takes seed and place. */
        public Caller(byte[] input) {
            this(of(input), new byte[0]);
        }

        private Caller(FakeRank rank, byte[] told) {
            this.rank = rank;
            this.told = told;
        }

        private static FakeRank of(byte[] input) {
            String[] words = new String(input, java.nio.charset.StandardCharsets.UTF_8).split(" ");
            return job(Long.parseLong(words[0])).get(Integer.parseInt(words[1]));
        }

        @Override
        public byte[] answer() {
            return told;
        }

        @Override
        public RemoteStage next(RemoteShare shared) {
            throw new IllegalStateException("only exchanges");
        }

        @Override
        public Map<String, byte[]> parcels(RemoteShare shared) {
            return TransferMeeting.parcels(shared.open(JobView::of).matching().orElseThrow(), rank);
        }

        @Override
        public RemoteStage received(RemoteShare shared, SortedMap<String, byte[]> replies) {
            return new Caller(rank, StoredFile.bytes("told", TransferMeeting.transfers(replies.values())));
        }
    }

    @Property(tries = 100)
    void anExchangeTellsEachRankWhatMatchingInOnePlaceTellsIt(@ForAll @IntRange(min = 0) int seed) {
        compare(seed);
    }

    @Tag("campaign")
    @Property(tries = 200)
    void manyExchangesTellTheSame(@ForAll @IntRange(min = 0) int seed) {
        compare(seed);
    }

    private static void compare(int seed) {
        List<FakeRank> job = job(seed);
        List<RankFacts> facts = facts(job);
        SortedMap<Integer, Integer> inputs = new TreeMap<>();
        List<byte[]> begin = new ArrayList<>();
        for (int k = 0; k < job.size(); k++) {
            inputs.put(job.get(k).trace().rank(), k);
            begin.add((seed + " " + k).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        byte[] view = JobView.ofMatching(
                        inputs, facts, job.stream().map(RankSequences::of).toList())
                .bytes();
        RankTransfers[] told = new RankTransfers[job.size()];
        try (ClusterEngine.Stages stages = new LoopbackEngine().stages("job", Caller.class, begin)) {
            stages.exchange(
                    "match",
                    TransferMeeting.class,
                    view,
                    (k, answer) -> told[k] = StoredFile.of(answer, "told", RankTransfers.class));
        }
        HostTransfers here = here(job, facts);
        for (int k = 0; k < told.length; k++) {
            RankTransfers expected = here.of(job.get(k).trace().rank());
            assertThat(told[k].nodes()).isEqualTo(expected.nodes());
            assertThat(told[k].waitingNanos()).isEqualTo(expected.waitingNanos());
            assertThat(told[k].receivedNanos()).isEqualTo(expected.receivedNanos());
            assertThat(windows(told[k])).isEqualTo(windows(expected));
        }
    }

    private static HostTransfers here(List<FakeRank> job, List<RankFacts> facts) {
        LinkedSet set = FakeRank.set(2 * job.size(), job.toArray(FakeRank[]::new));
        HostTransfers here = new HostTransfers(HostTransfers.machines(facts));
        for (CollectiveMatch match : CollectiveMatcher.match(set).matches()) {
            long bytes = bytes(job, match);
            here.add(match.type() == CollectiveType.SEND, bytes, match.members(), k -> {
                CollectiveMatch.Member member = match.members().get(k);
                return job.get(member.rank() / 2).kind(member.node()) == NodeKind.HOST_COMM;
            });
        }
        return here;
    }

    private static long bytes(List<FakeRank> job, CollectiveMatch match) {
        CollectiveMatch.Member first = match.members().get(0);
        return job.get(first.rank() / 2).collective(first.node()).inBytes();
    }

    /** They have no order. */
    private static List<RankTransfers.Window> windows(RankTransfers transfers) {
        return transfers.windows().stream()
                .sorted(Comparator.comparingLong(RankTransfers.Window::from)
                        .thenComparing(RankTransfers.Window::to)
                        .thenComparing(RankTransfers.Window::bytes)
                        .thenComparing(RankTransfers.Window::open))
                .toList();
    }
}

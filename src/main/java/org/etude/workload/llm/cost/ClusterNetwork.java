// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

import org.etude.spec.CollectiveType;
import org.etude.spec.Parallelism;
import org.etude.workload.parallel.CollectiveTimes;
import org.etude.workload.parallel.Group;

/**
 * Times of collectives and messages on GPUs in scale-up domains joined by NICs, as run by NCCL: rings through all
 * members of a domain, each leaving it over a member's NIC, so that a group with k members per domain has k NICs. An
 * all-reduce of S bytes transfers 2 (n - 1) / n S at the lower of the domain's bus bandwidth and that of k NICs; a
 * reduce-scatter or all-gather takes half as long; an all-to-all uses links and NICs concurrently. A small collective
 * takes the latency measured by nccl-tests. All times in ns.
 */
public final class ClusterNetwork implements CollectiveTimes {
    /**
     * Fraction of a NIC's rate that large messages achieve; an estimate (nccl-tests over HDR and NDR InfiniBand, 0.9 to
     * 0.97).
     */
    private static final double NIC_SHARE = 0.92;
    /**
     * Fraction of a ring's rate that an all-to-all achieves, because its messages are smaller by the size of the group.
     * An estimate.
     */
    private static final double ALL_TO_ALL_SHARE = 0.8;
    /** Latency of a message between two GPUs, ns: NCCL's simple protocol over links and over NICs (SimAI's table). */
    private static final double LINK_MESSAGE = 12_000;

    private static final double NIC_MESSAGE = 22_000;
    /**
     * Number of GPUs to which the latency of small collectives applies; in nccl-tests two GPUs take half as long as
     * eight.
     */
    private static final int WHOLE_NODE = 8;

    private final NodeModel node;
    private final Parallelism ranks;
    private final double share;
    private final int choices;
    private final boolean blocking;

    /**
     * The network of a job whose ranks fill the domains in order, all alike where they can ({@link NodeModel#used}).
     *
     * @param choices experts of a token where a token goes to each domain once and is copied there (DeepSeek-V3, section 3.2.2);
     *     1 where it is sent to each of its experts
     * @param blocking whether a stage waits until its message is sent: in Megatron-LM and DeepSpeed other than with
     *     interleaved chunks (p2p_communication.py waits for its sends; --overlap-p2p-communication is for interleaved
     *     schedules)
     */
    public ClusterNetwork(NodeModel node, Parallelism ranks, MachineFit fit, int choices, boolean blocking) {
        this.choices = choices;
        this.blocking = blocking;
        this.node = node.withDomain(node.used(ranks.world()));
        this.ranks = ranks;
        share = fit.network();
    }

    @Override
    public double collective(CollectiveType type, double bytes, Group group, int members) {
        int near = near(group, members);
        int domains = (members + near - 1) / near;
        return time(type, bytes, group, members, near, ring(near, domains)) + latency(near, domains);
    }

    private double time(CollectiveType type, double bytes, Group group, int members, int near, double ring) {
        double others = members - 1.0;
        return switch (type) {
            case ALL_GATHER -> others * bytes / ring;
            case REDUCE_SCATTER -> others / members * bytes / ring;
            case ALL_TO_ALL -> allToAll(bytes, near, linked(group, near, members), remote(group, near, members));
            case BROADCAST, REDUCE -> bytes / ring;
            default -> 2 * others / members * bytes / ring;
        };
    }

    private double allToAll(double bytes, int near, double linked, double remote) {
        double link = bytes * linked / (rate(near) * ALL_TO_ALL_SHARE);
        double nic = bytes * remote / (node.nic() * NIC_SHARE * share * ALL_TO_ALL_SHARE);
        return Math.max(link, nic);
    }

    /**
     * Fraction of the bytes that cross links. A token whose k copies are made in the target domain crosses a link to
     * each rank with one of its experts; other all-to-alls use links only to ranks of the own domain.
     */
    private double linked(Group group, int near, int members) {
        double others = (near - 1.0) / members;
        if (group != Group.EXPERT || choices == 1) {
            return others;
        }
        double ranks = members * (1 - Math.pow(1 - 1.0 / members, choices));
        return ranks / choices * (near - 1) / near;
    }

    /**
     * Fraction of a rank's tokens that leave its domain. Of D domains, each other one receives a token with the
     * probability that one of its k experts is there, (D - 1) (1 - (1 - 1 / D)^k) in total, in units of the k copies
     * counted in the size. Other all-to-alls send each other domain its share.
     */
    private double remote(Group group, int near, int members) {
        double domains = (double) members / near;
        if (group != Group.EXPERT) {
            return (domains - 1) / domains;
        }
        double once = (domains - 1) * (1 - Math.pow(1 - 1 / domains, choices)) / choices;
        return Math.min(once, (domains - 1) / domains);
    }

    @Override
    public boolean blockingMessages() {
        return blocking;
    }

    private double ring(int near, int domains) {
        double nics = node.nic() * NIC_SHARE * share * near;
        if (domains == 1) {
            return rate(near);
        }
        return near == 1 ? nics : Math.min(rate(near), nics);
    }

    /** Bus bandwidth within a domain. */
    private double rate(int near) {
        return share * (near == 2 ? node.pair() : node.link());
    }

    private double latency(int near, int domains) {
        double within = near == 1 ? 0 : node.linkLatency() * (near < WHOLE_NODE ? 0.5 + 0.5 * near / WHOLE_NODE : 1);
        double across = domains == 1 ? 0 : node.nicLatency() * (1 + Math.log(domains) / Math.log(2));
        return within + across;
    }

    @Override
    public double message(double bytes, int from, int to) {
        int stride = ranks.tp() * ranks.dp();
        // Ranks of a stage are neighbours: both stages are in one domain if the first and the last rank of the two are.
        int first = Math.min(from, to) * stride;
        int last = Math.min((Math.max(from, to) + 1) * stride, ranks.world()) - 1;
        boolean within = first / node.domain() == last / node.domain();
        double rate = within ? node.pair() * share : node.nic() * NIC_SHARE * share;
        return (within ? LINK_MESSAGE : NIC_MESSAGE) + bytes / rate;
    }

    /** Members of a group in the domain that has the fewest, whose NICs limit it. */
    private int near(Group group, int members) {
        int experts = ranks.wholeExperts() ? 1 : ranks.tp();
        int stride =
                switch (group) {
                    case TENSOR -> 1;
                    case DATA, CONTEXT, SHARD -> ranks.tp();
                    case EXPERT, EXPERT_NEAR -> experts;
                    case EXPERT_DATA, EXPERT_SHARD -> experts * ranks.ep();
                    // The distance between two members is the number of ranks that such a group skips.
                    case EXPERT_FAR -> experts * (ranks.ep() / members);
                    case REPLICA -> ranks.tp() * (ranks.dp() / members);
                    case MODEL -> 1;
                    case EMBEDDING -> ranks.world();
                };
        if (ranks.world() <= node.domain()) {
            return members;
        }
        int near = Math.max(1, Math.min(members, node.domain() / stride));
        return group == Group.MODEL ? Math.min(ranks.tp(), near) : fewest(stride, members, near);
    }

    /**
     * The same where groups begin or end within a domain: 12 neighbours in nodes of 8 are 8 and 4, or 4 and 8.
     *
     * @param stride distance between two members
     * @param most members that a domain can have
     */
    private int fewest(int stride, int members, int most) {
        int places = node.domain() / stride;
        if (places == 0 || node.domain() % stride != 0 || places % members == 0 || members % places == 0) {
            return most;
        }
        int fewest = most;
        int groups = Math.min(places, ranks.world() / (stride * members));
        for (int group = 0; group < groups; group++) {
            int begin = group * members % places;
            int end = (begin + members) % places;
            fewest = Math.min(fewest, Math.min(members, places - begin));
            fewest = end == 0 ? fewest : Math.min(fewest, Math.min(members, end));
        }
        return fewest;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.scale;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphEdit;
import org.etude.et.wire.EtSet;
import org.etude.report.Counted;
import org.etude.report.Progress;
import org.etude.spec.WorkloadException;

/**
 * Gives rank r the trace of rank r mod M. Identical replicas are the same object; those that differ only in group names
 * and peers share all columns.
 */
final class Replication {
    private final EtSet set;
    private final int to;
    private final GroupPlan plan;
    private final boolean messages;

    private Replication(EtSet set, int to, GroupPlan plan) {
        this.set = set;
        this.to = to;
        this.plan = plan;
        messages = SharedGraphs.hasMessages(set.ranks());
    }

    static EtSet run(EtSet set, int to, GroupPlan plan, ScaleLog log) {
        return new Replication(set, to, plan).replicate(log);
    }

    private EtSet replicate(ScaleLog log) {
        int from = set.ranks().size();
        require(from);
        if (messages && to > from) {
            log.info(
                    "",
                    "each of " + to / from + " replicas sends its messages within itself",
                    "point-to-point peers are stages of a pipeline",
                    "peers are moved by " + Counted.of(from, "rank") + " per replica");
        }
        if (plan.copies() && to > from) {
            log.info(
                    "",
                    Counted.of(plan.copiedCount(), "process group gets", "process groups get") + " a copy in each of "
                            + to / from + " replicas",
                    "they hold a part of the ranks, as tensor or pipeline groups do",
                    "collectives in them keep their sizes");
        }
        List<EtGraph> base = messages || plan.copies() ? named(set.ranks()) : set.ranks();
        Map<EtGraph, EtGraph> done = new IdentityHashMap<>();
        List<EtGraph> ranks = new ArrayList<>(to);
        for (int rank = 0; rank < to; rank++) {
            if (rank % from == 0) {
                Progress.checkInterrupted();
                done.clear();
            }
            int replica = rank / from;
            EtGraph graph = replica == 0 ? set.ranks().get(rank) : base.get(rank % from);
            ranks.add(done.computeIfAbsent(graph, g -> replica == 0 ? g : replica(g, replica)));
        }
        return new EtSet(set.prefix(), ranks, plan.after(), set.report());
    }

    private void require(int from) {
        if (to > from) {
            plan.requireMembers();
        }
        if (to % from != 0 && (messages || plan.copies())) {
            throw new WorkloadException(
                    to + " ranks are not a whole number of copies of the " + from + " ranks of the trace, whose "
                            + (messages ? "messages" : "process groups") + " need all of them",
                    "Scale to a multiple of " + from + ".");
        }
    }

    /** Adds all names that replicas will need to the dictionaries, so that these are shared. */
    private List<EtGraph> named(List<EtGraph> graphs) {
        List<String> names = new ArrayList<>();
        for (int k = 1; k < to / graphs.size(); k++) {
            names.addAll(plan.names(k).values());
        }
        return SharedGraphs.edit(
                graphs, graph -> EtGraphEdit.of(graph).dictionary(names).build());
    }

    private EtGraph replica(EtGraph graph, int replica) {
        EtGraphEdit edit = EtGraphEdit.of(graph);
        if (plan.copies()) {
            Map<String, String> names = plan.names(replica);
            edit.groups(name -> names.getOrDefault(name, name));
        }
        if (messages) {
            long shift = (long) replica * set.ranks().size();
            edit.peers(rank -> rank + shift);
        }
        return edit.build();
    }
}

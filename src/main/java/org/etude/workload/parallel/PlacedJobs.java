// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtGraphEdit;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.WorkloadException;

/**
 * Combines several jobs on the hosts of one network into the execution traces of one run: peers of messages become
 * hosts, process groups of each job get distinct numbers, and collectives of a whole job become those of a group. Hosts
 * without a rank are idle. Ranks that share a graph still share it.
 */
public final class PlacedJobs {
    /** The trace of a host without a rank: a node that takes no time, because simulators reject empty traces. */
    private static final EtGraph IDLE = new EtGraphBuilder("0.0.4", List.of())
            .add(EtNode.of(0, "idle", EtNodeType.COMP, EtAttribute.bool(EtNames.IS_CPU_OP, true)))
            .build();

    private final List<EtSet> jobs;
    private final List<int[]> hosts;
    private final ProcessGroupNumbers numbers = new ProcessGroupNumbers();
    private final TreeMap<Integer, List<Integer>> groups = new TreeMap<>();
    private final EtGraph[] all;

    private PlacedJobs(List<EtSet> jobs, List<int[]> hosts, int fabric) {
        this.jobs = jobs;
        this.hosts = hosts;
        all = new EtGraph[fabric];
        Arrays.fill(all, IDLE);
    }

    /**
     * Combines the traces of all jobs.
     *
     * @param jobs the jobs
     * @param hosts the host of each rank of each job, without duplicates ({@link JobPlacement})
     * @param fabric number of hosts of the network
     * @throws WorkloadException when a message has a peer, or a collective a group, that its job does not have
     */
    public static EtSet of(List<EtSet> jobs, List<int[]> hosts, int fabric) {
        return new PlacedJobs(jobs, hosts, fabric).together();
    }

    /** The same run without the ranks of other jobs. */
    public static List<EtGraph> alone(List<EtGraph> together, int[] hosts) {
        List<EtGraph> alone = new ArrayList<>(Collections.nCopies(together.size(), IDLE));
        Arrays.stream(hosts).forEach(host -> alone.set(host, together.get(host)));
        return alone;
    }

    private EtSet together() {
        Report report = Report.empty();
        for (int job = 0; job < jobs.size(); job++) {
            place(jobs.get(job), hosts.get(job));
            report = report.plus(jobs.get(job).report());
        }
        return new EtSet("jobs", List.of(all), new CommGroups(groups), report);
    }

    private void place(EtSet job, int[] at) {
        Map<String, String> names = new HashMap<>();
        List<Integer> whole = Arrays.stream(at).boxed().toList();
        names.put("", take(whole));
        job.groups().groups().forEach((id, ranks) -> {
            ranks.forEach(rank -> host(at, rank, job));
            names.put(
                    Integer.toString(id),
                    take(ranks.stream().map(rank -> at[rank]).toList()));
        });
        Map<EtGraph, EtGraph> done = new IdentityHashMap<>();
        for (int rank = 0; rank < at.length; rank++) {
            Progress.checkInterrupted();
            EtGraph graph = job.ranks().get(rank);
            all[at[rank]] = done.computeIfAbsent(graph, one -> moved(one, job, at, names));
        }
    }

    private String take(List<Integer> members) {
        int number = numbers.take(members);
        groups.put(number, members);
        return Integer.toString(number);
    }

    private static int host(int[] at, long rank, EtSet job) {
        if (rank < 0 || rank >= at.length) {
            throw new WorkloadException(
                    job.prefix() + " names rank " + rank + " of a job of " + at.length + " ranks",
                    "Repair the traces, or add those of the missing ranks.");
        }
        return at[(int) rank];
    }

    private static EtGraph moved(EtGraph graph, EtSet job, int[] at, Map<String, String> names) {
        EtGraph named = inGroups(graph);
        EtGraphEdit edit = EtGraphEdit.of(named).dictionary(names.values());
        edit.groups(name -> number(name, job, names));
        return edit.peers(rank -> host(at, rank, job)).build();
    }

    private static String number(String name, EtSet job, Map<String, String> names) {
        String number = names.get(name.equals("0") ? "" : name);
        if (number == null) {
            throw new WorkloadException(
                    job.prefix() + ": process group '" + name + "' is not among its groups",
                    "Repair the traces, or give their groups file.");
        }
        return number;
    }

    /** The same with a group name on collectives without one, which cover all ranks. */
    private static EtGraph inGroups(EtGraph graph) {
        boolean named = true;
        for (int node = 0; node < graph.size() && named; node++) {
            named = graph.type(node) != EtNodeType.COMM_COLL || graph.has(node, EtNames.PG_NAME);
        }
        if (named) {
            return graph;
        }
        EtGraphBuilder copy = new EtGraphBuilder(graph.version(), graph.metadata());
        for (int node = 0; node < graph.size(); node++) {
            boolean adds = graph.type(node) == EtNodeType.COMM_COLL && !graph.has(node, EtNames.PG_NAME);
            if (adds) {
                copy.add(withGroup(graph.node(node)));
            } else {
                copy.add(graph, node, graph.ctrlDeps(node), graph.dataDeps(node));
            }
        }
        return copy.build();
    }

    private static EtNode withGroup(EtNode node) {
        List<EtAttribute> attributes = new ArrayList<>(node.attributes());
        attributes.add(EtAttribute.string(EtNames.PG_NAME, "0"));
        return new EtNode(
                node.id(),
                node.name(),
                node.type(),
                node.ctrlDeps(),
                node.dataDeps(),
                node.startMicros(),
                node.durationMicros(),
                node.inputs(),
                node.outputs(),
                attributes);
    }
}

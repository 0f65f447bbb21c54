// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * SimAI's groups. Tensor-parallel ranks are adjacent, the stride of data-parallel ranks is the number of such groups,
 * and experts are spread over adjacent tensor-parallel groups. There are no pipeline stages: their ranks count as
 * data-parallel. Expert groups are derived from tensor-parallel groups, so there are none without those.
 */
public final class SimAiGroups {
    private final List<SimAiGroup> groups = new ArrayList<>();
    private final Map<Parallel, Map<Integer, SimAiGroup>> byRank = new HashMap<>();
    private final int gpus;
    private final int perServer;

    /**
     * Creates the groups.
     *
     * @param gpus total number of ranks, a multiple of those per server
     * @param perServer ranks per server
     * @param tp tensor parallelism
     * @param ep expert parallelism
     * @throws SimAiException when the ranks cannot be divided accordingly
     */
    public SimAiGroups(int gpus, int perServer, int tp, int ep) {
        if (gpus < 1
                || perServer < 1
                || tp < 1
                || ep < 1
                || gpus % perServer != 0
                || gpus % tp != 0
                || gpus / tp % ep != 0) {
            throw new SimAiException(
                    gpus + " GPUs cannot be divided into servers of " + perServer + ", tp " + tp + " and ep " + ep,
                    "Use multiples: servers and tp divide the GPUs, ep divides their quotient by tp.");
        }
        this.gpus = gpus;
        this.perServer = perServer;
        int data = gpus / tp;
        if (tp > 1) {
            for (int first = 0; first < gpus; first += tp) {
                add(Parallel.TP, (tp + perServer - 1) / perServer, first, 1, tp);
            }
        }
        if (data > 1) {
            for (int first = 0; first < tp; first++) {
                add(Parallel.DP, 0, first, tp, data);
            }
        }
        if (tp > 1) {
            experts(tp, ep, data);
        }
    }

    /** As in SimAI, each group is created once for each tensor-parallel group that it overlaps; the last one counts. */
    private void experts(int tp, int ep, int data) {
        if (ep > 1) {
            for (int i = 0; i < data; i++) {
                for (int k = 0; k < tp; k++) {
                    add(Parallel.EP, 0, i / ep * ep * tp + k, tp, ep);
                }
            }
        }
        int replicas = data / ep;
        if (replicas > 1) {
            for (int i = 0; i < data; i++) {
                for (int k = 0; k < tp; k++) {
                    add(Parallel.DP_EP, 0, i / replicas * tp + k, ep * tp, replicas);
                }
            }
        }
    }

    private void add(Parallel kind, int nodes, int first, int stride, int count) {
        List<Integer> ranks = new ArrayList<>();
        TreeSet<Integer> servers = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            ranks.add(first + i * stride);
            servers.add((first + i * stride) / perServer);
        }
        List<Integer> switches = servers.stream().map(server -> gpus + server).toList();
        SimAiGroup group = new SimAiGroup(groups.size(), kind, nodes > 0 ? nodes : servers.size(), ranks, switches);
        groups.add(group);
        Map<Integer, SimAiGroup> known = byRank.computeIfAbsent(kind, k -> new HashMap<>());
        ranks.forEach(rank -> known.put(rank, group));
    }

    /** All groups in the order of creation. */
    public List<SimAiGroup> groups() {
        return List.copyOf(groups);
    }

    /** The group of a kind that contains a rank, if any. */
    public Optional<SimAiGroup> of(int rank, Parallel kind) {
        return Optional.ofNullable(byRank.getOrDefault(kind, Map.of()).get(rank));
    }
}

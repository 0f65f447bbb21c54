// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import java.util.ArrayList;
import java.util.List;
import org.etude.compat.simai.model.SimAiGroup;

/** Flows without rings: between all pairs, and to NVSwitches and back. */
final class DirectFlows {
    private static final int NVLS_CHUNKS = 4;

    private DirectFlows() {}

    static List<Flow> allToAll(SimAiGroup group, long bytes) {
        FlowList flows = new FlowList();
        for (int from : group.ranks()) {
            List<Integer> others =
                    group.ranks().stream().filter(rank -> rank != from).toList();
            for (int to : others) {
                flows.add(0, from, to, bytes / group.ranks().size(), others, List.of(), 0, 1, "RING");
            }
        }
        return flows.flows();
    }

    static List<Flow> nvls(SimAiGroup group, long bytes) {
        FlowList flows = new FlowList();
        long size = bytes / NVLS_CHUNKS;
        for (int chunk = 0; group.nodes() == 1 && chunk < NVLS_CHUNKS; chunk++) {
            for (int nvSwitch : group.nvSwitches()) {
                List<Integer> up = new ArrayList<>();
                for (int rank : group.ranks()) {
                    up.add(flows.add(
                            0, rank, nvSwitch, size, List.of(nvSwitch), List.of(), chunk, NVLS_CHUNKS, "NVLS"));
                }
                for (int rank : group.ranks()) {
                    flows.add(0, nvSwitch, rank, size, group.ranks(), up, chunk, NVLS_CHUNKS, "NVLS");
                }
            }
        }
        return flows.flows();
    }
}

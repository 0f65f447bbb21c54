// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import java.util.ArrayList;
import java.util.List;
import org.etude.compat.simai.model.SimAiGroup;

/**
 * All-reduce with NVSwitches inside servers and trees between them, like NCCL's NVLSTree. Each rank of a server is the
 * head of a part of the data. The server's ranks send that part to the NVSwitch, which reduces it and sends it to the
 * head; heads reduce along the tree and pass the result back down; the NVSwitch distributes it to the other ranks.
 */
final class NvlsTreeFlows {
    private static final int CHUNKS = 4;
    private static final String TYPE = "NVLS_TREE";

    private final SimAiGroup group;
    private final int servers;
    private final int local;
    private final FlowList flows = new FlowList();
    private int channel;
    private int chunk;
    private long size;

    private NvlsTreeFlows(SimAiGroup group) {
        this.group = group;
        servers = group.nodes();
        local = group.local();
    }

    /** The flows; empty if a part would have no bytes. */
    static List<Flow> allReduce(SimAiGroup group, long bytes) {
        NvlsTreeFlows made = new NvlsTreeFlows(group);
        made.size = bytes / made.local / CHUNKS;
        for (made.channel = 0; made.channel < made.local && made.size > 0; made.channel++) {
            for (made.chunk = 0; made.chunk < CHUNKS; made.chunk++) {
                made.part();
            }
        }
        return made.flows.flows();
    }

    private void part() {
        int[] parents = NcclTrees.parents(servers);
        List<List<Integer>> children = new ArrayList<>();
        int root = 0;
        for (int place = 0; place < servers; place++) {
            children.add(new ArrayList<>());
        }
        for (int place = 0; place < servers; place++) {
            if (parents[place] < 0) {
                root = place;
            } else {
                children.get(parents[place]).add(place);
            }
        }
        spread(root, children, up(root, children));
    }

    /** Reduces below a position of the tree; returns what its head must have received for the sum. */
    private List<Integer> up(int place, List<List<Integer>> children) {
        List<Integer> have = new ArrayList<>(List.of(gather(server(place))));
        for (int child : children.get(place)) {
            have.add(flow(head(server(child)), head(server(place)), up(child, children)));
        }
        return have;
    }

    /** Sends the server's own sum to its head; returns the flow. */
    private int gather(int server) {
        List<Integer> sent = new ArrayList<>();
        for (int rank : ranks(server)) {
            sent.add(flow(rank, nvSwitch(server), List.of()));
        }
        return flow(nvSwitch(server), head(server), sent);
    }

    /** Distributes the sum below a position whose head has it. */
    private void spread(int place, List<List<Integer>> children, List<Integer> have) {
        for (int child : children.get(place)) {
            spread(child, children, List.of(flow(head(server(place)), head(server(child)), have)));
        }
        int server = server(place);
        int handed = flow(head(server), nvSwitch(server), have);
        for (int rank : ranks(server)) {
            if (rank != head(server)) {
                flow(nvSwitch(server), rank, List.of(handed));
            }
        }
    }

    private int flow(int from, int to, List<Integer> parents) {
        return flows.add(channel, from, to, size, List.of(from), parents, chunk, CHUNKS, TYPE);
    }

    /** Every second part uses the same tree, shifted by one server. */
    private int server(int place) {
        return (place + channel % 2) % servers;
    }

    private int nvSwitch(int server) {
        return group.nvSwitches().get(server);
    }

    private int head(int server) {
        return ranks(server).get(channel);
    }

    private List<Integer> ranks(int server) {
        return group.ranks().subList(server * local, (server + 1) * local);
    }
}

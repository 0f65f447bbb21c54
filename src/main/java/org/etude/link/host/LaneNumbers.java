// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongAVLTreeSet;

/**
 * Numbers the lanes of the nodes: host threads in order of their first node, GPU streams ascending by (device, stream). An
 * untimed host node is on the lane of the timed nodes with its thread number.
 */
public final class LaneNumbers {
    private final NodeTable nodes;
    private final Int2IntOpenHashMap ofThread = new Int2IntOpenHashMap();
    private final Long2IntOpenHashMap ofTid = new Long2IntOpenHashMap();
    private final Long2IntOpenHashMap ofStream = new Long2IntOpenHashMap();
    private int hostLanes;

    private LaneNumbers(NodeTable nodes) {
        this.nodes = nodes;
        ofThread.defaultReturnValue(-1);
        ofTid.defaultReturnValue(-1);
    }

    /** Fills in the lanes and returns the number of host lanes. */
    public static int fill(RankContext rank, NodeTable nodes) {
        LaneNumbers lanes = new LaneNumbers(nodes);
        lanes.streams(rank);
        lanes.timed(rank);
        lanes.untimed(rank);
        return lanes.hostLanes;
    }

    public static long streamKey(RankContext rank, int event) {
        return ((long) rank.device().device(event) << 32) | (rank.device().stream(event) & 0xFFFFFFFFL);
    }

    private void streams(RankContext rank) {
        LongAVLTreeSet keys = new LongAVLTreeSet();
        long last = 0;
        for (int i = 0; i < nodes.size; i++) {
            if (nodes.kind(i).isGpu()) {
                long key = streamKey(rank, nodes.event[i]);
                if (key != last || keys.isEmpty()) {
                    keys.add(key);
                    last = key;
                }
            }
        }
        for (long key : keys) {
            ofStream.put(key, ofStream.size());
        }
    }

    private void timed(RankContext rank) {
        for (int i = 0; i < nodes.size; i++) {
            if (!nodes.timed(i)) {
                continue;
            }
            if (nodes.kind(i).isGpu()) {
                nodes.lane[i] = ofStream.get(streamKey(rank, nodes.event[i]));
                continue;
            }
            int thread = rank.device().lane(nodes.event[i]);
            if (ofThread.get(thread) < 0) {
                ofThread.put(thread, hostLanes++);
            }
            nodes.lane[i] = ofThread.get(thread);
        }
    }

    private void untimed(RankContext rank) {
        Long2IntOpenHashMap votes = new Long2IntOpenHashMap();
        for (int i = 0; i < nodes.size; i++) {
            if (nodes.timed(i) && nodes.host[i] >= 0) {
                long tid = rank.host().tid(nodes.host[i]);
                int count = votes.addTo(tid * 65_536 + nodes.lane[i], 1) + 1;
                int leader = ofTid.get(tid);
                if (leader < 0 || count > votes.get(tid * 65_536 + leader)) {
                    ofTid.put(tid, nodes.lane[i]);
                }
            }
        }
        for (int i = 0; i < nodes.size; i++) {
            if (!nodes.timed(i)) {
                long tid = rank.host().tid(nodes.host[i]);
                if (ofTid.get(tid) < 0) {
                    ofTid.put(tid, hostLanes++);
                }
                nodes.lane[i] = ofTid.get(tid);
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.ArrayList;
import java.util.List;

/**
 * Messages of one rank in columns, for sending.
 *
 * @param rank the rank
 * @param nodes by message, its node
 * @param ids the node's id
 * @param sends whether it sends
 * @param peers the other rank, -1 when unknown
 * @param tags its tag, -1 when unknown
 * @param sizes bytes, -1 when unknown
 */
public record SentMessages(int rank, int[] nodes, long[] ids, boolean[] sends, int[] peers, long[] tags, long[] sizes) {

    /** The columns of a rank's messages. */
    public static SentMessages of(int rank, List<Message> messages) {
        int count = messages.size();
        SentMessages sent = new SentMessages(
                rank,
                new int[count],
                new long[count],
                new boolean[count],
                new int[count],
                new long[count],
                new long[count]);
        for (int i = 0; i < count; i++) {
            Message message = messages.get(i);
            sent.nodes[i] = message.node();
            sent.ids[i] = message.id();
            sent.sends[i] = message.send();
            sent.peers[i] = message.peer();
            sent.tags[i] = message.tag();
            sent.sizes[i] = message.size();
        }
        return sent;
    }

    /** The messages. */
    public List<Message> messages() {
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i < nodes.length; i++) {
            messages.add(new Message(rank, nodes[i], ids[i], sends[i], peers[i], tags[i], sizes[i]));
        }
        return messages;
    }
}

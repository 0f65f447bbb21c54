// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.spec;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.etude.report.InputText;
import org.etude.report.IoReason;
import org.etude.topology.text.TopologyWords;

/**
 * Reads the reference's physical topology: the numbers of nodes, switches and links, the ids of the switches, then
 * {@code source destination rate delay error_rate} for each link.
 */
public final class TopologyFile {
    private static final String SHAPE = "Write 'nodes switches links', the switch ids, then for each link "
            + "'source destination 100Gbps 0.001ms 0'.";

    private final TopologyWords words;

    private TopologyFile(Path file, String text) {
        words = new TopologyWords(file, text, what -> new PacketNetworkException(what, SHAPE));
    }

    /**
     * Reads a file.
     *
     * @throws PacketNetworkException when it cannot be read or is malformed
     */
    public static PacketTopology read(Path file) {
        try {
            return new TopologyFile(file, InputText.bytes(file)).parse();
        } catch (IOException e) {
            throw new PacketNetworkException(
                    file + ": the topology cannot be read: " + IoReason.of(e),
                    "Check the path and its permissions.",
                    null,
                    e);
        }
    }

    private PacketTopology parse() {
        int nodes = words.whole("number of nodes");
        int switches = words.whole("number of switches");
        int links = words.whole("number of links");
        if (nodes < 1 || switches < 0 || switches >= nodes || links < 0) {
            throw words.wrong("has " + nodes + " nodes, " + switches + " of them switches, and " + links + " links");
        }
        if (nodes - switches > PacketTopology.MAX_HOSTS || switches > PacketTopology.MAX_SWITCHES) {
            throw words.wrong("has " + (nodes - switches) + " hosts and " + switches + " switches; at most "
                    + PacketTopology.MAX_HOSTS + " and " + PacketTopology.MAX_SWITCHES + " can be simulated");
        }
        Set<Integer> ids = new TreeSet<>();
        for (int i = 0; i < switches; i++) {
            ids.add(words.whole("switch id"));
        }
        for (int id : ids) {
            if (id < nodes - switches || id >= nodes) {
                throw words.wrong("switch id " + id + ": hosts must have the ids 0 to " + (nodes - switches - 1)
                        + " and switches the following ones");
            }
        }
        if (ids.size() != switches) {
            throw words.wrong("the same switch id is listed twice");
        }
        List<PacketTopology.Link> all = new ArrayList<>();
        for (int i = 0; i < links; i++) {
            all.add(link(nodes));
        }
        return new PacketTopology(nodes - switches, switches, all);
    }

    private PacketTopology.Link link(int nodes) {
        int a = words.whole("source of a link");
        int b = words.whole("destination of a link");
        if (a < 0 || b < 0 || a >= nodes || b >= nodes) {
            throw words.wrong("link " + a + "-" + b + " names a node beyond " + (nodes - 1));
        }
        String rate = words.word("rate of link " + a + "-" + b);
        String delay = words.word("delay of link " + a + "-" + b);
        String error = words.word("error rate of link " + a + "-" + b);
        try {
            return new PacketTopology.Link(
                    a, b, Ns3Units.bitsPerSecond(rate), Ns3Units.nanos(delay), Double.parseDouble(error));
        } catch (IllegalArgumentException e) {
            throw words.wrong("link " + a + "-" + b + " '" + rate + " " + delay + " " + error + "': " + e.getMessage());
        }
    }
}

package org.etude.sim.network.packet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.TreeSet;

/**
 * Reads the reference's physical topology: numbers of nodes, switches and links, the ids of the switches, then
 * {@code source destination rate delay error_rate} for each link.
 */
public final class TopologyFile {
    private static final String SHAPE = "Write 'nodes switches links', the switch ids, then for each link "
            + "'source destination 100Gbps 0.001ms 0'.";

    private final Path file;
    private final StringTokenizer words;
    private int read;

    private TopologyFile(Path file, String text) {
        this.file = file;
        words = new StringTokenizer(text);
    }

    /**
     * Reads a file.
     *
     * @throws PacketNetworkException when it cannot be read or has another shape
     */
    public static PacketTopology read(Path file) {
        try {
            return new TopologyFile(file, Files.readString(file, StandardCharsets.ISO_8859_1)).parse();
        } catch (IOException e) {
            throw new PacketNetworkException(
                    file + ": the topology cannot be read", "Check the path and its rights.", null, e);
        }
    }

    private PacketTopology parse() {
        int nodes = whole("number of nodes");
        int switches = whole("number of switches");
        int links = whole("number of links");
        if (nodes < 1 || switches < 0 || switches >= nodes || links < 0) {
            throw wrong("has " + nodes + " nodes, " + switches + " of them switches, and " + links + " links");
        }
        if (nodes - switches > PacketTopology.MAX_HOSTS || switches > PacketTopology.MAX_SWITCHES) {
            throw wrong("has " + (nodes - switches) + " hosts and " + switches + " switches; at most "
                    + PacketTopology.MAX_HOSTS + " and " + PacketTopology.MAX_SWITCHES + " can be simulated");
        }
        Set<Integer> ids = new TreeSet<>();
        for (int i = 0; i < switches; i++) {
            ids.add(whole("switch id"));
        }
        for (int id : ids) {
            if (id < nodes - switches || id >= nodes) {
                throw wrong("switch id " + id + ": hosts must have the ids 0 to " + (nodes - switches - 1)
                        + " and switches those behind");
            }
        }
        if (ids.size() != switches) {
            throw wrong("the same switch id is listed twice");
        }
        List<PacketTopology.Link> all = new ArrayList<>();
        for (int i = 0; i < links; i++) {
            all.add(link(nodes));
        }
        return new PacketTopology(nodes - switches, switches, all);
    }

    private PacketTopology.Link link(int nodes) {
        int a = whole("source of a link");
        int b = whole("destination of a link");
        if (a < 0 || b < 0 || a >= nodes || b >= nodes) {
            throw wrong("link " + a + "-" + b + " names a node beyond " + (nodes - 1));
        }
        String rate = word("rate of link " + a + "-" + b);
        String delay = word("delay of link " + a + "-" + b);
        String error = word("error rate of link " + a + "-" + b);
        try {
            return new PacketTopology.Link(
                    a, b, Ns3Units.bitsPerSecond(rate), Ns3Units.nanos(delay), Double.parseDouble(error));
        } catch (IllegalArgumentException e) {
            throw wrong("link " + a + "-" + b + " '" + rate + " " + delay + " " + error + "': " + e.getMessage());
        }
    }

    private int whole(String what) {
        String word = word(what);
        try {
            return Integer.parseInt(word);
        } catch (NumberFormatException e) {
            throw wrong(what + " is '" + word + "', not a whole number");
        }
    }

    private String word(String what) {
        if (!words.hasMoreTokens()) {
            throw wrong("ends before the " + what);
        }
        read++;
        return words.nextToken();
    }

    private PacketNetworkException wrong(String what) {
        return new PacketNetworkException(file + ", word " + read + ": " + what, SHAPE);
    }
}

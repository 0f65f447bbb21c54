// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.topology.graph.PhysicalTopology.Link;
import org.etude.unit.Bandwidth;

/**
 * Links that run below their nominal rate: {@code 3-8:0.5} for all links between two nodes of the graph (hosts are
 * numbered from 0, switches follow); {@code 10%:0.25} for a share of all links, chosen deterministically; {@code none}.
 *
 * @param text the text it was parsed from
 * @param from one node, or -1 for a share
 * @param to the other node
 * @param share share of all links, above 0 and at most 1; 0 for two nodes
 * @param factor remaining fraction of the rate, above 0 and at most 1
 */
public record LinkDegradation(String text, int from, int to, double share, double factor) {
    /** No degradation. */
    public static final LinkDegradation NONE = new LinkDegradation("none", -1, -1, 0, 1);

    private static final Pattern PAIR = Pattern.compile("([0-9]{1,8})-([0-9]{1,8}):([0-9.]{1,12})");
    private static final Pattern SHARE = Pattern.compile("([0-9.]{1,12})%:([0-9.]{1,12})");
    /** A fixed seed, so that the links chosen for a share depend only on the number of links. */
    private static final long SEED = 1;

    private static final double PERCENT = 100;

    /** Rejects factors and shares outside 0 to 1. */
    public LinkDegradation {
        if (!(factor > 0 && factor <= 1 && share >= 0 && share <= 1)) {
            throw unknown(text);
        }
    }

    /**
     * Parses the text form.
     *
     * @throws TopologyException when the text has none of the forms
     */
    public static LinkDegradation parse(String text) {
        if (text.equals(NONE.text)) {
            return NONE;
        }
        Matcher pair = PAIR.matcher(text);
        Matcher part = SHARE.matcher(text);
        try {
            if (pair.matches()) {
                int one = Integer.parseInt(pair.group(1));
                int other = Integer.parseInt(pair.group(2));
                return new LinkDegradation(text, one, other, 0, Double.parseDouble(pair.group(3)));
            }
            if (part.matches() && Double.parseDouble(part.group(1)) > 0) {
                double share = Double.parseDouble(part.group(1)) / PERCENT;
                return new LinkDegradation(text, -1, -1, share, Double.parseDouble(part.group(2)));
            }
        } catch (NumberFormatException e) {
            // Falls through to the error below.
        }
        throw unknown(text);
    }

    private static TopologyException unknown(String text) {
        return new TopologyException(
                "degraded links '" + text + "'",
                "Give two nodes and what is left of their links' rate (3-8:0.5), a share of all links (10%:0.25), or none.");
    }

    /**
     * The graph with the degraded link rates.
     *
     * @throws TopologyException when no link joins the two nodes
     */
    public PhysicalTopology apply(PhysicalTopology graph) {
        boolean[] chosen = chosen(graph);
        List<Link> links = new ArrayList<>();
        boolean any = false;
        for (int i = 0; i < chosen.length; i++) {
            Link link = graph.links().get(i);
            any |= chosen[i];
            links.add(chosen[i] ? new Link(link.a(), link.b(), slower(link.spec()), link.level()) : link);
        }
        if (!any && this != NONE) {
            throw new TopologyException(
                    "no link joins nodes " + from + " and " + to + " of " + graph,
                    "Hosts are counted from 0, switches from " + graph.hosts() + "; etude topology shows the links.");
        }
        return graph.withLinks(links, graph.levels());
    }

    private LinkSpec slower(LinkSpec spec) {
        return spec.with(new Bandwidth(spec.bandwidth().bytesPerSecond() * factor));
    }

    private boolean[] chosen(PhysicalTopology graph) {
        boolean[] chosen = new boolean[graph.links().size()];
        if (share == 0) {
            for (int i = 0; i < chosen.length; i++) {
                Link link = graph.links().get(i);
                chosen[i] = link.a() == from && link.b() == to || link.a() == to && link.b() == from;
            }
            return chosen;
        }
        int[] order = new int[chosen.length];
        Arrays.setAll(order, i -> i);
        SplittableRandom random = new SplittableRandom(SEED);
        long count = Math.max(1, Math.round(share * chosen.length));
        for (int i = 0; i < Math.min(count, order.length); i++) {
            int other = i + random.nextInt(order.length - i);
            int link = order[other];
            order[other] = order[i];
            chosen[link] = true;
        }
        return chosen;
    }
}

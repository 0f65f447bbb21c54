// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.etude.report.Given;
import org.etude.report.Internal;

/**
 * A hypothetical change to a run: links k times as fast, or operators free or scaled. Evaluated by a separate
 * simulation, not an estimate. Immutable; several calls combine into one change: {@code w -> w.links(2).compute(0.5)}.
 *
 * <p>Factors on links are speeds (2 is twice as fast); factors on operators are times (0.5 takes half as long; 0 is
 * free, apart from the 1 ns that every GPU and host node takes).
 */
public final class WhatIf {
    /** Which work is changed. */
    @Internal
    public enum Work {
        /** All of the GPU. */
        COMPUTE,
        /** All of the host. */
        HOST,
        /** Collectives. */
        COLLECTIVES,
        /** One kind of computation. */
        KIND,
        /** Nodes with matching names. */
        NAME
    }

    /**
     * A change of work.
     *
     * @param what what the user asked for
     * @param work which work
     * @param kind the kind of computation of {@link Work#KIND}, else null
     * @param name the name for {@link Work#NAME}, in which {@code *} matches any characters, otherwise ""
     * @param factor the factor on times and sizes, 0 or more
     */
    @Internal
    public record NodeChange(String what, Work work, OpClass kind, String name, double factor) {
        /** Refuses factors that make no sense. */
        public NodeChange {
            if (!(factor >= 0) || Double.isInfinite(factor)) {
                throw new SimulationException(
                        what + ": " + factor + " is not a valid factor", "Give 0 for free, 0.5 for half, 2 for twice.");
            }
        }
    }

    /**
     * A change of links.
     *
     * @param what what the user asked for
     * @param level the level or dimension, or -1 for all
     * @param a one end, or -1 for all
     * @param b the other end, or -1 for all
     * @param speed factor on their bandwidth, above 0
     * @param latency factor on their latency, 0 or more
     */
    @Internal
    public record LinkChange(String what, int level, int a, int b, double speed, double latency) {
        /** Refuses factors that make no sense. */
        public LinkChange {
            if (!(speed > 0) || Double.isInfinite(speed) || !(latency >= 0) || Double.isInfinite(latency)) {
                throw new SimulationException(
                        what + ": no such links", "Give a factor above 0: 2 for links that are twice as fast.");
            }
        }

        /** Whether all links are changed. */
        public boolean ofAll() {
            return level < 0 && a < 0 && b < 0;
        }
    }

    private final List<NodeChange> nodes;
    private final List<LinkChange> links;
    private final List<String> said;

    private WhatIf(List<NodeChange> nodes, List<LinkChange> links, List<String> said) {
        this.nodes = List.copyOf(nodes);
        this.links = List.copyOf(links);
        this.said = List.copyOf(said);
    }

    /** No change. */
    public static WhatIf nothing() {
        return new WhatIf(List.of(), List.of(), List.of());
    }

    /** All links this many times as fast; latencies stay. */
    public WhatIf links(double speed) {
        return link(-1, -1, -1, "links x " + number(speed), speed, 1);
    }

    /** The links of one dimension, or level of a graph, this many times as fast; counted from 0. */
    public WhatIf level(int level, double speed) {
        if (level < 0) {
            throw new SimulationException("a network has no level " + level, "Levels and dimensions count from 0.");
        }
        return link(level, -1, -1, "level " + level + " x " + number(speed), speed, 1);
    }

    /** The link between two nodes this many times as fast; only for congestion-aware or packet networks. */
    public WhatIf link(int a, int b, double speed) {
        if (a < 0 || b < 0) {
            throw new SimulationException("a network has no link " + a + "-" + b, "Nodes count from 0.");
        }
        return link(-1, a, b, "link " + a + "-" + b + " x " + number(speed), speed, 1);
    }

    /** All link latencies times a factor; 0 removes them. */
    public WhatIf latency(double factor) {
        return link(-1, -1, -1, "latency x " + number(factor), 1, factor);
    }

    /** All GPU work times a factor. */
    public WhatIf compute(double factor) {
        return node("compute", Work.COMPUTE, null, "", factor);
    }

    /** All host work times a factor. */
    public WhatIf host(double factor) {
        return node("host", Work.HOST, null, "", factor);
    }

    /** One kind of work times a factor: {@code ops(OpClass.MATMUL, 0.5)}. */
    public WhatIf ops(OpClass kind, double factor) {
        return node(
                Given.value(kind, OpClass.class, "the kind of work").name().toLowerCase(Locale.ROOT),
                Work.KIND,
                kind,
                "",
                factor);
    }

    /** The bytes of all collectives times a factor; at 0 they neither move data nor wait for other ranks. */
    public WhatIf collectives(double factor) {
        return node("collectives", Work.COLLECTIVES, null, "", factor);
    }

    /**
     * Nodes with a matching name times a factor: the time of work, the bytes of collectives. {@code op("aten::mm", 0)}
     * makes them free; {@code *} matches any characters.
     */
    public WhatIf op(String name, double factor) {
        return node(Given.value(name, "the name of the operators"), Work.NAME, null, name, factor);
    }

    private WhatIf node(String what, Work work, OpClass kind, String name, double factor) {
        String text = what + (factor == 0 ? " free" : " x " + number(factor));
        List<NodeChange> more = new ArrayList<>(nodes);
        more.add(new NodeChange(text, work, kind, name, factor));
        return new WhatIf(more, links, and(text));
    }

    private WhatIf link(int level, int a, int b, String text, double speed, double latency) {
        List<LinkChange> more = new ArrayList<>(links);
        more.add(new LinkChange(text, level, a, b, speed, latency));
        return new WhatIf(nodes, more, and(text));
    }

    private List<String> and(String text) {
        List<String> more = new ArrayList<>(said);
        more.add(text);
        return more;
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e9
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    /** Whether links are changed, which requires a run that simulates them. */
    public boolean changesLinks() {
        return !links.isEmpty();
    }

    /** The changes of work, in order. */
    @Internal
    public List<NodeChange> nodes() {
        return nodes;
    }

    /** The changes of links, in order. */
    @Internal
    public List<LinkChange> links() {
        return links;
    }

    /** A description of the changes. */
    @Override
    public String toString() {
        return said.isEmpty() ? "nothing" : String.join(", ", said);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WhatIf question && nodes.equals(question.nodes) && links.equals(question.links);
    }

    @Override
    public int hashCode() {
        return Objects.hash(nodes, links);
    }
}

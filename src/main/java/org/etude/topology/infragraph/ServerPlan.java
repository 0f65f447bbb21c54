// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.infragraph;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.etude.topology.graph.PhysicalTopology;

/**
 * Groups hosts and preferred switches into servers. Servers hold the preferred switches if each of them links, at one
 * level, to all hosts of one server and to nothing else; otherwise a server is a single host.
 *
 * @param hosts hosts of the network
 * @param gpus hosts per server
 * @param switches preferred switches per server; 0 when servers hold none
 * @param all preferred switches of the network
 * @param level the level of the links inside servers; -1 if there are none
 */
record ServerPlan(int hosts, int gpus, int switches, int all, int level) {

    static ServerPlan of(PhysicalTopology graph) {
        ServerPlan flat = new ServerPlan(graph.hosts(), 1, 0, graph.preferredSwitches(), -1);
        int all = graph.preferredSwitches();
        int inside = 0;
        int level = -1;
        int gpus = 0;
        long before = -1;
        for (PhysicalTopology.Link link : graph.links()) {
            long place = (long) link.a() << 32 | link.b();
            if (place <= before) {
                return flat;
            }
            before = place;
            if (graph.isPreferred(link.a()) || graph.isPreferred(link.b())) {
                level = level < 0 ? link.level() : level;
                inside += level == link.level() ? 1 : 0;
                gpus += link.b() == graph.hosts() ? 1 : 0;
                if (!graph.isHost(link.a()) || level != link.level()) {
                    return flat;
                }
            } else if (level >= 0 && link.level() == level) {
                return flat;
            }
        }
        boolean even = gpus > 0 && graph.hosts() % gpus == 0 && all % (graph.hosts() / gpus) == 0;
        int each = even ? all / (graph.hosts() / gpus) : 0;
        boolean whole = even && inside == graph.hosts() * each;
        for (PhysicalTopology.Link link : graph.links()) {
            boolean own = !graph.isPreferred(link.b()) || whole && (link.b() - graph.hosts()) / each == link.a() / gpus;
            whole &= own;
        }
        return whole ? new ServerPlan(graph.hosts(), gpus, each, all, level) : flat;
    }

    /** Whether servers hold the preferred switches. */
    boolean isWhole() {
        return switches > 0;
    }

    /** How many of {@code count} nodes, starting at {@code first} and {@code step} apart, one endpoint can name. */
    int nameable(int first, int step, int count) {
        if (first >= hosts || step == 0 || step % gpus == 0) {
            return count;
        }
        if (step == 1 && first % gpus == 0 && count >= gpus) {
            return count - count % gpus;
        }
        return Math.min(count, (gpus - 1 - first % gpus) / step + 1);
    }

    /** Writes the endpoint that names {@code count} nodes, starting at {@code first} and {@code step} apart. */
    void end(ObjectNode end, int first, int step, int count) {
        if (first >= hosts) {
            int from = first - hosts - (isWhole() ? all : 0);
            end.put("instance", "switch" + slice(from, step, count)).put("component", "switch");
            return;
        }
        String server;
        String xpu;
        if (step % gpus == 0) {
            server = slice(first / gpus, step / gpus, count);
            xpu = slice(first % gpus, 0, 1);
        } else if (count >= gpus) {
            server = slice(first / gpus, 1, count / gpus);
            xpu = "";
        } else {
            server = slice(first / gpus, 0, 1);
            xpu = slice(first % gpus, step, count);
        }
        end.put("instance", "server" + server).put("component", "xpu" + xpu);
    }

    private static String slice(int first, int step, int count) {
        if (step == 0 || count == 1) {
            return "[" + first + "]";
        }
        int stop = first + (count - 1) * step + 1;
        return "[" + first + ":" + stop + (step == 1 ? "]" : ":" + step + "]");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.repair;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;

/** Random graphs with every fault: cycles, loops, repetitions, dangling and shared ids, unknown types, odd orders. */
final class RandomGraphs {
    private RandomGraphs() {}

    /** Nodes in a random order. The same seed gives the same nodes. */
    static List<EtNode> nodes(long seed, int size) {
        Random random = new Random(seed);
        int spread = random.nextBoolean() ? size : Math.max(1, size / 20);
        boolean timed = random.nextBoolean();
        int faulty = random.nextInt(4) == 0 ? 30 : 1 + random.nextInt(8);
        List<EtNode> nodes = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            long id = random.nextInt(100) < Math.min(faulty, 8) / 2 ? random.nextInt(size) * 3L : i * 3L;
            long start = timed && random.nextInt(10) > 0 ? 10L * (i + random.nextInt(5)) : 0;
            nodes.add(node(random, id, start).withDataDeps(deps(random, i, size, spread, faulty)));
            if (random.nextInt(3) == 0) {
                int last = nodes.size() - 1;
                nodes.set(last, nodes.get(last).withCtrlDeps(deps(random, i, size, spread, faulty * 3)));
            }
        }
        return nodes;
    }

    private static long[] deps(Random random, int node, int size, int spread, int faulty) {
        long[] deps = new long[1 + random.nextInt(3)];
        for (int k = 0; k < deps.length; k++) {
            int kind = random.nextInt(100);
            int before = Math.max(0, node - 1 - random.nextInt(spread));
            if (kind < faulty) {
                deps[k] = random.nextInt(size) * 3L;
            } else if (kind < faulty + 2) {
                deps[k] = node * 3L;
            } else if (kind < faulty + 4) {
                deps[k] = random.nextInt(size) * 3L + 1;
            } else if (kind < faulty + 6 && k > 0) {
                deps[k] = deps[k - 1];
            } else {
                deps[k] = before * 3L;
            }
        }
        return deps;
    }

    private static EtNode node(Random random, long id, long start) {
        int kind = random.nextInt(20);
        EtNodeType type = kind < 3
                ? EtNodeType.COMM_COLL
                : kind == 3 ? EtNodeType.INVALID : kind == 4 ? EtNodeType.METADATA : EtNodeType.COMP;
        List<EtAttribute> attributes = new ArrayList<>();
        attributes.add(EtAttribute.bool(EtNames.IS_CPU_OP, type == EtNodeType.COMP && random.nextBoolean()));
        if (type == EtNodeType.COMM_COLL) {
            attributes.add(EtAttribute.int64(EtNames.COMM_TYPE, new int[] {0, 2, 6, 7}[random.nextInt(4)]));
            attributes.add(EtAttribute.int64(EtNames.COMM_SIZE, 1 + random.nextInt(1 << 20)));
        }
        long[] none = {};
        String name = "n" + random.nextInt(1 << 20);
        return new EtNode(id, name, type, none, none, start, random.nextInt(50), null, null, attributes);
    }
}

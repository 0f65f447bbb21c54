// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNodeType;
import org.etude.et.graph.WireCursor;
import org.etude.report.Counted;

/**
 * Reports nodes that use what Chakra's schema (et_def.proto) does not define: types beyond COMM_COLL_NODE, such as the
 * proposed STORAGE, BATCH and CHECKPOINT (8 to 10), and unknown fields, such as the proposed field 11, StorageInfo.
 * Reading, repairing and writing preserve both; a simulation cannot know what they mean.
 */
final class UndefinedNodes {
    private static final Map<Integer, String> PROPOSED = Map.of(8, "STORAGE", 9, "BATCH", 10, "CHECKPOINT");

    private final Map<Integer, Integer> counts = new TreeMap<>();
    private final Map<Integer, Integer> first = new TreeMap<>();
    private final TreeSet<Integer> fields = new TreeSet<>();
    private int withFields;
    private int firstWithFields;

    private UndefinedNodes(RankProgram program) {
        EtGraph graph = program.graph;
        for (int n = 0; n < program.size; n++) {
            int at = program.source(n);
            int number = graph.typeNumber(at);
            if (program.type[n] == EtNodeType.INVALID && number != 0) {
                counts.merge(number, 1, Integer::sum);
                first.putIfAbsent(number, n);
            }
            byte[] unknown = graph.columns().nodeUnknown.get(at);
            if (unknown != null) {
                firstWithFields = withFields++ == 0 ? n : firstWithFields;
                fieldsOf(unknown);
            }
        }
    }

    private void fieldsOf(byte[] encoded) {
        WireCursor in = new WireCursor().over(encoded, 0, encoded.length);
        while (in.more()) {
            int tag = in.tag();
            fields.add(tag >>> 3);
            in.skip(tag);
        }
    }

    /** Adds one finding per undefined type and one for undefined fields. */
    static void report(RankProgram program, int rank, FindingLog findings) {
        UndefinedNodes nodes = new UndefinedNodes(program);
        nodes.counts.forEach((number, count) -> findings.warn(
                rank,
                program.describe(nodes.first.get(number)),
                Counted.of(count, "node") + " of the undefined type " + number,
                PROPOSED.containsKey(number)
                        ? "the number is proposed for " + PROPOSED.get(number) + " but not part of Chakra's schema"
                        : "Chakra's schema has no such type",
                "simulated without work: its dependants start when it could; reading and writing keep it"));
        if (nodes.withFields > 0) {
            findings.warn(
                    rank,
                    program.describe(nodes.firstWithFields),
                    Counted.of(nodes.withFields, "node has", "nodes have") + " undefined fields: "
                            + nodes.fields.stream().map(String::valueOf).collect(Collectors.joining(", ")),
                    "Chakra's schema does not define them",
                    "not simulated; reading and writing keep them");
        }
    }
}

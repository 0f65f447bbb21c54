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
 * Reports nodes that use what the simulator does not know: types beyond COMM_COLL_NODE, such as STORAGE, BATCH and CHECKPOINT (8 to
 * 10), and fields beyond the tenth, such as StorageInfo, all of which Chakra's schema (et_def.proto) got in 2026. Reading, repairing and
 * writing preserve both.
 */
final class UndefinedNodes {
    private static final Map<Integer, String> LATER = Map.of(8, "STORAGE", 9, "BATCH", 10, "CHECKPOINT");

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
                Counted.of(count, "node") + " of the unknown type " + number,
                LATER.containsKey(number)
                        ? "Chakra's schema calls it " + LATER.get(number)
                                + " since 2026; neither Etude nor ASTRA-sim simulates it"
                        : "Chakra's schema has no such type",
                "simulated without work: its dependants start when it could; reading and writing keep it"));
        if (nodes.withFields > 0) {
            findings.warn(
                    rank,
                    program.describe(nodes.firstWithFields),
                    Counted.of(nodes.withFields, "node has", "nodes have") + " unknown fields: "
                            + nodes.fields.stream().map(String::valueOf).collect(Collectors.joining(", ")),
                    "fields up to 10 are known; 11 describes what a storage node did",
                    "not simulated; reading and writing keep them");
        }
    }
}

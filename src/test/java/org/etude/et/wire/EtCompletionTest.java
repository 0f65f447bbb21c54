// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A completed template has the bytes of a graph that was built directly. */
class EtCompletionTest {
    private static final EtAttribute OF_JOB = EtAttribute.string("schema", "x");
    private static final EtAttribute OF_RANK = EtAttribute.int64("steps", 3);

    /** Nodes in a chain with a control dependency, every tenth without data dependencies, every third a collective of two groups. */
    private static EtGraph graph(List<EtAttribute> metadata, int size, int shift, List<String> groups) {
        EtGraphBuilder out = new EtGraphBuilder("", metadata);
        if (shift > 0) {
            out.begin(1, "start", EtNodeType.COMP, 0, 5);
            out.dependencies(new long[0], new long[0]);
            out.bool(EtNames.IS_CPU_OP, true);
            out.end();
        }
        for (int k = 1; k <= size; k++) {
            boolean collective = k % 3 == 0;
            long id = k + shift;
            out.begin(id, "n" + k, collective ? EtNodeType.COMM_COLL : EtNodeType.COMP, 0, k % 2);
            long[] first = shift > 0 ? new long[] {1} : new long[0];
            out.dependencies(k > 2 ? new long[] {id - 2} : new long[0], k % 10 == 1 ? first : new long[] {id - 1});
            out.bool(EtNames.IS_CPU_OP, false);
            if (collective) {
                out.string(EtNames.PG_NAME, groups.get(k % 2)).string("process_group", "pg_name");
            }
            out.end();
        }
        return out.build();
    }

    /** Templates with and without a first node, completed with and without one, groups named as they were and otherwise. */
    @ParameterizedTest
    @CsvSource({
        "0, 0, 0",
        "0, 1, 0",
        "0, 1, 1",
        "1, 0, 0",
        "130, 1, 0",
        "130, 1, 1",
        "20000, 1, 0",
        "20000, 1, 1",
        "200, 0, 0"
    })
    void idsAndGroupsAreThoseOfTheJob(int size, int first, int shift) throws IOException {
        List<String> had = List.of("0", "7#1");
        for (List<String> names : List.of(had, List.of("0", "12345"), List.of("7#1", "0"))) {
            for (List<EtAttribute> own : List.of(List.of(OF_RANK), List.<EtAttribute>of())) {
                byte[] template = EtFiles.bytes(graph(own, size, first, had));
                EtGraph head = graph(List.of(OF_JOB), 0, shift, names);
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                Map<String, String> renamed = Map.of(had.get(0), names.get(0), had.get(1), names.get(1));
                EtCompletion.write(template, first, head, renamed, out);
                List<EtAttribute> all = own.isEmpty() ? List.of(OF_JOB) : List.of(OF_JOB, OF_RANK);
                assertThat(out.toByteArray()).isEqualTo(EtFiles.bytes(graph(all, size, shift, names)));
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.pass;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;

/** The quick test of messages skips no node that the pass would change. */
class SoundCommProperties {
    private static final List<EtNodeType> TYPES = List.of(
            EtNodeType.COMM_COLL, EtNodeType.COMM_SEND, EtNodeType.COMM_RECV, EtNodeType.INVALID, EtNodeType.COMP);
    private static final List<String> NAMES = List.of(
            EtNames.COMM_TYPE,
            EtNames.COMM_SIZE,
            EtNames.COMM_SRC,
            EtNames.COMM_DST,
            EtNames.COMM_TAG,
            EtNames.COMM_PRIORITY,
            EtNames.IS_CPU_OP,
            EtNames.PG_NAME);

    private static EtAttribute attribute(String name, Random random) {
        long value = random.nextInt(6) - 1;
        boolean odd = random.nextInt(8) == 0;
        if (name.equals(EtNames.PG_NAME) != odd) {
            return EtAttribute.string(name, Long.toString(value));
        }
        return switch (random.nextInt(name.equals(EtNames.IS_CPU_OP) ? 2 : 8)) {
            case 0 -> EtAttribute.bool(name, value > 0);
            case 1 -> EtAttribute.int32(name, (int) value);
            default -> EtAttribute.int64(name, value);
        };
    }

    private static EtGraph graph(Random random) {
        EtGraphBuilder out = new EtGraphBuilder("0.0.4", List.of());
        for (int node = 1; node <= 20; node++) {
            out.begin(node, "n", TYPES.get(random.nextInt(TYPES.size())), 0, 1);
            out.dependencies(new long[0], new long[0]);
            for (String name : NAMES) {
                for (int times = random.nextInt(8) == 0 ? 2 : random.nextInt(6) == 0 ? 0 : 1; times > 0; times--) {
                    out.columns().addAttribute(attribute(name, random));
                }
            }
            out.end();
        }
        return out.build();
    }

    @Property
    void changesNothingButTheTime(@ForAll long seed, @ForAll boolean astraSim) {
        EtGraph graph = graph(new Random(seed));
        PassResult quick = new MissingCommAttributes(CommGroups.none(), astraSim, true).apply(graph, 1);
        PassResult whole = new MissingCommAttributes(CommGroups.none(), astraSim, false).apply(graph, 1);
        assertThat(quick.changes()).isEqualTo(whole.changes());
        for (int node = 0; node < graph.size(); node++) {
            assertThat(quick.graph().type(node)).isEqualTo(whole.graph().type(node));
            assertThat(quick.graph().node(node).attributes())
                    .isEqualTo(whole.graph().node(node).attributes());
        }
    }
}

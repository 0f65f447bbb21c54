// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.Traces;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.sim.program.Machines;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The time that the host takes to continue after a transfer, in recordings over gloo. */
class HandOversTest {
    @ParameterizedTest
    @ValueSource(strings = {"data/moe-2", "data/collectives-2", "data/pipeline-2", "data/resnet50-2"})
    void areAPartOfSlicesThatWaitForABackend(String recording) {
        var set = Traces.load(recording).link().toEt().set();
        int found = 0;
        for (EtGraph graph : set.ranks()) {
            for (int node = 0; node < graph.size(); node++) {
                long nanos = graph.integer(node, EtNames.HAND_OVER_NS, 0);
                assertThat(nanos).isBetween(0L, graph.integer(node, EtNames.DURATION_NS, 0));
                if (nanos > 0) {
                    found++;
                    assertThat(graph.isCpuOp(node)).isTrue();
                    assertThat(waitsForBackend(graph, node))
                            .as(graph.name(node))
                            .isTrue();
                }
            }
        }
        assertThat(found).isPositive();
        assertThat(Machines.of(set.ranks())).containsExactly(0, 0);
    }

    private static boolean waitsForBackend(EtGraph graph, int node) {
        for (long id : graph.dataDeps(node)) {
            int other = graph.indexOf(id);
            if (!graph.string(other, EtNames.BACKEND, "").isEmpty()) {
                return true;
            }
        }
        return false;
    }

    @ParameterizedTest
    @ValueSource(strings = {"data/cnn-2-cuda", "data/cnn-2-hip"})
    void areNoneWhereTheGpuCarriesTransfers(String recording) {
        for (EtGraph graph : Traces.load(recording).link().toEt().set().ranks()) {
            assertThat(graph.key(EtNames.HAND_OVER_NS)).isNegative();
        }
    }
}

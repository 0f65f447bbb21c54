// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.etude.compat.simai.cluster.ClusterGraph;
import org.etude.compat.simai.cluster.ClusterOption;
import org.etude.compat.simai.cluster.ClusterPlan;
import org.etude.compat.simai.cluster.ClusterSpec;
import org.etude.compat.simai.cluster.ClusterTemplate;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;

class ClusterPartitionTest {
    private static ClusterGraph spectrum(int gpus, int nvSwitches) {
        Map<ClusterOption, String> given = new EnumMap<>(ClusterOption.class);
        given.put(ClusterOption.GPUS, Integer.toString(gpus));
        given.put(ClusterOption.PSW_SWITCHES, "1");
        given.put(ClusterOption.NV_SWITCHES_PER_SERVER, Integer.toString(nvSwitches));
        return ClusterGraph.of(ClusterPlan.of(ClusterSpec.of(ClusterTemplate.SPECTRUM_X, false, false, false, given)));
    }

    /** NVLinks are shorter than half of all links, so each server stays whole and each switch is alone. */
    @Test
    void serversAreProcesses() {
        ClusterPartition partition = ClusterPartition.of(spectrum(16, 1));
        int[] process = partition.process();
        assertThat(Arrays.copyOf(process, 8)).containsOnly(1);
        assertThat(Arrays.copyOfRange(process, 8, 16)).containsOnly(2);
        assertThat(process[16]).as("the first NVSwitch").isEqualTo(1);
        assertThat(process[17]).isEqualTo(2);
        assertThat(Arrays.copyOfRange(process, 18, 27)).containsExactly(3, 4, 5, 6, 7, 8, 9, 10, 11);
        assertThat(partition.lookahead()).hasSize(12).startsWith(0, 500).endsWith(500);
    }

    /** With most links NVLinks the median is theirs, and all links are cut. */
    @Test
    void mostlyNvLinks() {
        ClusterPartition partition = ClusterPartition.of(spectrum(16, 4));
        assertThat(Arrays.stream(partition.process()).distinct().count()).isEqualTo(partition.process().length);
        assertThat(partition.lookahead()[1]).isEqualTo(25);
    }

    /** Hosts that denote NVSwitches belong to the same process. */
    @Test
    void switchHosts() {
        ClusterGraph graph = spectrum(16, 1);
        int[] all = ClusterPartition.of(graph).withSwitchHosts(graph);
        assertThat(all).hasSize(29);
        assertThat(Arrays.copyOfRange(all, 16, 20)).containsExactly(1, 2, 1, 2);
        assertThat(all[20]).isEqualTo(3);
    }

    /** Six rounds of a data-parallel ring of four: what SimAI's run on 32 GPUs shows. */
    @Test
    void flowsThatReduce() {
        SendCosts costs = new SendCosts(CollectiveType.ALL_REDUCE, true, 4, 1);
        List<Boolean> reduces = new ArrayList<>();
        for (int round = 0; round < 6; round++) {
            reduces.add(costs.reduces(0));
        }
        assertThat(reduces).containsExactly(false, true, true, true, false, false);
        SendCosts scatter = new SendCosts(CollectiveType.REDUCE_SCATTER, true, 2, 2);
        assertThat(List.of(scatter.reduces(0), scatter.reduces(1), scatter.reduces(0), scatter.reduces(0)))
                .containsExactly(false, false, true, false);
        SendCosts switched = new SendCosts(CollectiveType.ALL_REDUCE, false, 4, 1);
        switched.reduces(0);
        assertThat(switched.reduces(0)).isFalse();
    }
}

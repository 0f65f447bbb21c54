// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.etude.number.IntervalSet;
import org.etude.spec.Fidelity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;

/** The lanes of timelines and critical paths are the activities that the step's parts are made of, recorded and simulated. */
class TimelineLanesTest {
    private static Workload work(String name) {
        return Traces.load("data/" + name).link().toEt().repair();
    }

    private static Simulation simulated(String name) {
        return work(name).simulate(Topology.ring(2), s -> s.fidelity(Fidelity.ANALYTIC));
    }

    /** Length of what stands in a lane, by rank. */
    private static Map<Integer, Long> lengths(Table timeline, String lane) {
        Map<Integer, IntervalSet.Builder> spans = new TreeMap<>();
        for (Row row : timeline) {
            if (row.getString("lane").equals(lane)) {
                long start = Math.round(row.getDouble("start_us") * 1e3);
                long end = Math.round((row.getDouble("start_us") + row.getDouble("duration_us")) * 1e3);
                spans.computeIfAbsent(row.getInt("rank"), r -> new IntervalSet.Builder())
                        .add(start, end);
            }
        }
        Map<Integer, Long> lengths = new TreeMap<>();
        spans.forEach((rank, set) -> lengths.put(rank, set.union().length()));
        return lengths;
    }

    @ParameterizedTest
    @ValueSource(strings = {"cnn-2", "cnn-2-cuda", "cnn-2-hip", "moe-2", "pipeline-2"})
    void theComputeLaneIsTheComputationOfTheRank(String name) {
        Simulation sim = simulated(name);
        Map<Integer, Long> lanes = lengths(Plots.timeline(sim).table(), "compute");
        assertThat(lanes).isNotEmpty();
        for (Row rank : sim.ranks()) {
            assertThat(lanes.get(rank.getInt("rank")) / 1e6)
                    .as("rank " + rank.getInt("rank"))
                    .isPositive()
                    .isCloseTo(rank.getDouble("compute_ms"), Offset.offset(1e-6));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cnn-2", "moe-2", "pipeline-2"})
    void operatorsOfACpuRecordingComputeWhereverTheyAreShown(String name) {
        Set<String> computes = new LinkedHashSet<>();
        Table recorded = Plots.timeline(Traces.load("data/" + name)).table();
        for (Row row : recorded) {
            if (row.getString("lane").equals("compute")) {
                computes.add(row.getString("name"));
            }
        }
        assertThat(computes).isNotEmpty();
        int shown = 0;
        for (Row row : Plots.timeline(simulated(name)).table()) {
            if (computes.contains(row.getString("name"))) {
                assertThat(row.getString("lane")).as(row.getString("name")).isEqualTo("compute");
                shown++;
            }
        }
        assertThat(shown).isPositive();
        for (Row row : Traces.load("data/" + name).criticalPath()) {
            if (computes.contains(row.getString("name"))
                    && !row.getString("lane").equals("none")) {
                assertThat(row.getString("lane")).as(row.getString("name")).isEqualTo("compute");
            }
        }
    }

    /** The extrapolated step waits for gradients with a node of no time: that is no GPU work. */
    @ParameterizedTest
    @CsvSource({"cnn-2, 2, 1", "cnn-2, 1, 2", "resnet50-2, 4, 1"})
    void operatorsOfACpuRecordingComputeOnMoreRanksToo(String name, int copies, int stages) {
        Traces recorded = Traces.load("data/" + name + "/host_0.json.gz", "data/" + name + "/device_0.json.gz");
        Set<String> computes = new LinkedHashSet<>();
        for (Row row : Plots.timeline(recorded).table()) {
            if (row.getString("lane").equals("compute")) {
                computes.add(row.getString("name"));
            }
        }
        Simulation sim = recorded.link()
                .parallelize(p -> p.dp(copies).pp(stages))
                .toEt()
                .repair()
                .simulate(Topology.switched(copies * stages), s -> s.fidelity(Fidelity.ANALYTIC));
        Map<String, Set<String>> lanes = new TreeMap<>();
        for (Row row : Plots.timeline(sim).table()) {
            lanes.computeIfAbsent(row.getString("name"), n -> new LinkedHashSet<>())
                    .add(row.getString("lane"));
        }
        lanes.keySet().retainAll(computes);
        assertThat(lanes).isNotEmpty();
        assertThat(lanes.values()).allSatisfy(of -> assertThat(of).containsExactly("compute"));
        for (Row rank : sim.ranks()) {
            assertThat(rank.getDouble("compute_ms")).isGreaterThan(rank.getDouble("host_ms"));
        }
    }

    @Test
    void copiesOfAGpuAreNoComputation() {
        Set<String> lanes = new LinkedHashSet<>();
        for (Row row : Plots.timeline(Traces.load("data/cnn-2-cuda")).table()) {
            if (row.getString("name").startsWith("Mem")) {
                lanes.add(row.getString("lane"));
            }
        }
        for (Row row : Plots.timeline(simulated("cnn-2-cuda")).table()) {
            if (row.getString("name").startsWith("Mem")) {
                lanes.add(row.getString("lane"));
            }
        }
        assertThat(lanes).containsExactly("memory");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.unit.Units.gbps;
import static org.etude.unit.Units.us;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.etude.et.check.EtValidator;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.spec.Fidelity;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Our own recordings of two ranks, scaled and simulated. */
class ScaledRecordingsTest {
    private static Workload recorded(String name) {
        Path data = Path.of("data", name);
        Assumptions.assumeTrue(Files.isDirectory(data));
        return Traces.load(data.toString()).link().toEt().repair();
    }

    private static List<String> errors(Workload work) {
        return EtValidator.check(work.set(), Progress.NONE).findings().stream()
                .filter(f -> f.level() == Finding.Level.ERROR)
                .map(Finding::what)
                .distinct()
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cnn-2", "pipeline-2", "collectives-2", "moe-2"})
    void whatWasSoundStaysSoundAndRuns(String name) {
        Workload work = recorded(name);
        Workload many = work.scaleTo(8, s -> s.splits(4));
        assertThat(errors(many)).isSubsetOf(errors(work));
        assertThat(many.repair().changes().rowCount()).isZero();
        Simulation sim = many.simulate(
                Topology.fatTree(4, 2).bandwidth(gbps(65)).latency(us(14), us(5)),
                s -> s.fidelity(Fidelity.ANALYTIC).record());
        assertThat(sim.result().complete()).isTrue();
        assertThat(work.scaleTo(2).set()).isSameAs(work.set());
    }

    @ParameterizedTest
    @ValueSource(strings = {"cnn-2"})
    void tensorTimesDataParallelismRuns(String name) {
        Workload many = recorded(name)
                .scaleTo(16, s -> s.tensorParallel(4).gradients(1_000_000).jitter(0.02));
        Simulation sim = many.simulate(Topology.parse("hierarchical:fc:4/fattree:2x2"), s -> s.fidelity(Fidelity.AWARE)
                .record());
        assertThat(sim.result().complete()).isTrue();
    }
}

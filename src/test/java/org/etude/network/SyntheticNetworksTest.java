// SPDX-License-Identifier: Apache-2.0
package org.etude.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.etude.LinkedTraces;
import org.etude.Shared;
import org.etude.Simulation;
import org.etude.Topology;
import org.etude.Traces;
import org.etude.Workload;
import org.etude.calibrate.steps.PredictedStep;
import org.etude.calibrate.steps.PredictedSteps;
import org.etude.spec.Fidelity;
import org.etude.spec.SystemSpec;
import org.etude.trace.model.TraceSet;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jobs made by construction, with the step of each known under every network: recorded on one, predicted on the others. */
@Tag("campaign")
class SyntheticNetworksTest {
    private record Truth(
            String job, int ranks, String network, double megabytesPerSecond, double latencyUs, double ms) {}

    private record Recording(TraceSet traces, Workload work) {}

    @Test
    void cudaAndHipJobsOnOtherNetworks() throws IOException {
        for (String vendor : List.of("netsyn_cuda", "netsyn_hip")) {
            Path dir = Shared.dir("recordings", vendor);
            for (Fidelity fidelity : fidelities()) {
                check(dir, fidelity, System.getProperty("shape", "ring"));
            }
        }
    }

    private static List<Fidelity> fidelities() {
        String only = System.getProperty("fidelity", "");
        return only.isEmpty()
                ? List.of(Fidelity.ANALYTIC, Fidelity.AWARE, Fidelity.PACKET)
                : List.of(Fidelity.valueOf(only));
    }

    private static void check(Path dir, Fidelity fidelity, String shape) throws IOException {
        List<Truth> truths = truths(dir.resolve("truth.csv"));
        List<Double> errors = new ArrayList<>();
        for (Truth from : truths) {
            Recording recording = recording(dir.resolve(from.job + "_ws" + from.ranks + "_" + from.network));
            StringBuilder row = new StringBuilder(
                    String.format(Locale.ROOT, "%s %s %s %s", dir.getFileName(), fidelity, from.job, from.network));
            for (Truth to : truths) {
                if (to.job.equals(from.job)) {
                    double ratio = predict(recording, to, fidelity, shape) / to.ms;
                    row.append(String.format(Locale.ROOT, " %.4f", ratio));
                    if (!to.network.equals(from.network)) {
                        errors.add(Math.abs(ratio - 1));
                    }
                }
            }
            System.out.println(row);
        }
        double worst = errors.stream().mapToDouble(d -> d).max().orElseThrow();
        System.out.printf(Locale.ROOT, "%s %s worst %.2f %%%n", dir.getFileName(), fidelity, 100 * worst);
        assertThat(errors).isNotEmpty();
        if (fidelity != Fidelity.PACKET) {
            assertThat(worst)
                    .as("worst error over %s, %s", dir.getFileName(), fidelity)
                    .isLessThan(0.005);
        }
    }

    private static List<Truth> truths(Path csv) throws IOException {
        return Files.readAllLines(csv).stream()
                .skip(1)
                .map(line -> line.split(","))
                .map(c -> new Truth(
                        c[0],
                        Integer.parseInt(c[1]),
                        c[2],
                        Double.parseDouble(c[3]),
                        Double.parseDouble(c[4]),
                        Double.parseDouble(c[5])))
                .toList();
    }

    private static Recording recording(Path dir) {
        Traces traces = Traces.load(dir.toString());
        LinkedTraces linked = traces.link();
        return new Recording(traces.set(), linked.toEt().repair());
    }

    private static double predict(Recording recording, Truth to, Fidelity fidelity, String shape) {
        Topology network = Topology.parse(shape + ":" + to.ranks)
                .bandwidth(Bandwidth.gigabytesPerSecond(to.megabytesPerSecond / 1e3))
                .latency(Time.us(to.latencyUs));
        Simulation sim = recording.work.simulate(
                network, s -> s.system(SystemSpec.ofLibraries()).fidelity(fidelity));
        List<PredictedStep> steps = PredictedSteps.of(recording.traces, sim.result());
        long first = steps.stream()
                .filter(s -> s.rank() == 0)
                .mapToLong(PredictedStep::simulatedNs)
                .sum();
        return Boolean.getBoolean("steps") ? first / 1e6 : sim.result().stepNs() / 1e6;
    }
}

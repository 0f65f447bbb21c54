package org.etude;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.etude.calibrate.steps.PredictedStep;
import org.etude.calibrate.steps.PredictedSteps;
import org.etude.report.EtudeException;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** A recorded job simulated on the network it was recorded on takes the steps that were recorded, on every rank. */
class RecordedNetworkTest {
    private static final double MOST = 0.003;

    @TestFactory
    Stream<DynamicTest> recordingsOfThisRepository() throws IOException {
        return cases(Path.of("data"));
    }

    @TestFactory
    Stream<DynamicTest> smallCases() throws IOException {
        return cases(Shared.dir("recordings").orElse(null))
                .filter(test -> test.getDisplayName().startsWith("sem_"));
    }

    @TestFactory
    @Tag("campaign")
    Stream<DynamicTest> all() throws IOException {
        return Stream.concat(
                cases(Shared.dir("recordings").orElse(null)),
                cases(Shared.dir("corpus").orElse(null)));
    }

    private static Stream<DynamicTest> cases(Path root) throws IOException {
        if (root == null) {
            return Stream.of();
        }
        try (Stream<Path> all = Files.walk(root, 2)) {
            return all
                    .filter(dir ->
                            Files.exists(dir.resolve("device_0.json")) || Files.exists(dir.resolve("device_0.json.gz")))
                    .sorted()
                    .toList()
                    .stream()
                    .map(dir -> DynamicTest.dynamicTest(root.relativize(dir).toString(), () -> check(dir)));
        }
    }

    private static void check(Path dir) {
        Traces traces;
        Workload work;
        try {
            traces = Traces.load(dir.toString());
            work = traces.link().toEt().repair();
        } catch (EtudeException e) {
            System.out.println("recorded " + dir.getFileName() + " refused");
            return;
        }
        if (!work.set().hasRecordedTransfers()) {
            System.out.println("recorded " + dir.getFileName() + " not as recorded");
            return;
        }
        List<PredictedStep> steps =
                PredictedSteps.of(traces.set(), work.simulate().result());
        double worst = 0;
        for (PredictedStep step : steps) {
            worst = Math.max(worst, Math.abs(step.simulatedNs() / (double) step.recordedNs() - 1));
        }
        System.out.printf(Locale.ROOT, "recorded %s %d %.4f %%%n", dir.getFileName(), steps.size(), 100 * worst);
        assertThat(worst).isLessThan(MOST);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.assertj.core.data.Percentage;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.cost.MachineFile.Fitted;

/** A fit tells what predictions with it give, does not depend on the order of rows, and comes nearer to steps of a machine that it can describe. */
class MachineFitterProperties {
    @SafeVarargs
    private static <T> T any(Random random, T... values) {
        return values[random.nextInt(values.length)];
    }

    private static Map<LlmOption, String> job(Random random) {
        int tp = any(random, 1, 2, 4, 8);
        int pp = any(random, 1, 1, 2, 4);
        int dp = any(random, 1, 2, 4, 8);
        int micro = any(random, 1, 2, 4);
        boolean fused = random.nextBoolean();
        return new Options()
                .split(tp * pp * dp, tp, pp, 1)
                .batch(micro * dp * pp * any(random, 1, 2, 4), micro, any(random, 512, 2048))
                .set(LlmOption.GPU_TYPE, any(random, "A100", "H100"))
                .set(LlmOption.HIDDEN, any(random, 1024, 4096))
                .set(LlmOption.HEADS, 16)
                .set(LlmOption.LAYERS, any(random, 8, 16))
                .set(LlmOption.VOCABULARY, 51200)
                .flag(LlmOption.FLASH, fused)
                .flag(LlmOption.SEQUENCE_PARALLEL, tp > 1 && fused)
                .set(LlmOption.RECOMPUTE_GRANULARITY, any(random, "none", "full"))
                .values();
    }

    private static MeasuredRow row(int line, Map<LlmOption, String> job, double seconds) {
        return new MeasuredRow(line, "drawn", "job " + line, seconds, Optional.of(job), Optional.empty(), "", true);
    }

    private static StepPrediction predicted(MeasuredRow row, String machine) {
        return StepPrediction.of(row, Optional.of(machine));
    }

    private static String text(List<Fitted> factors) {
        return factors.stream()
                .map(one -> String.format(Locale.ROOT, "%s=%.9g", one.name(), one.value()))
                .collect(Collectors.joining(","));
    }

    /** Steps that this machine takes, each with a deviation of its own. */
    private static List<MeasuredRow> measured(Random random, String machine, double deviation) {
        List<MeasuredRow> rows = new ArrayList<>();
        int count = any(random, 1, 3, 4, 5, 8, 12);
        for (int i = 0; i < count; i++) {
            Map<LlmOption, String> job = new EnumMap<>(job(random));
            double seconds = predicted(row(i + 2, job, 1), machine).predicted().orElseThrow();
            rows.add(row(i + 2, job, seconds * Math.exp(deviation * random.nextGaussian())));
        }
        return rows;
    }

    private static String machine(Random random) {
        return String.format(
                Locale.ROOT,
                "compute=%.3f,memory=%.3f,host=%.3f,network=%.3f",
                0.7 + 0.6 * random.nextDouble(),
                0.7 + 0.6 * random.nextDouble(),
                0.7 + 0.6 * random.nextDouble(),
                0.7 + 0.6 * random.nextDouble());
    }

    @Property(tries = 12)
    void aFitIsWhatPredictionsWithItGive(@ForAll long seed) {
        Random random = new Random(seed);
        List<MeasuredRow> rows = measured(random, machine(random), any(random, 0.0, 0.08, 3.0));
        FittedMachine fit = MachineFitter.fit(rows);
        assertThat(fit.rows()).isEqualTo(rows.size());
        assertThat(fit.parameters()).allSatisfy(one -> {
            assertThat(one.value()).isBetween(one.low(), one.high());
            assertThat(one.low()).isPositive();
        });
        String machine = text(fit.parameters());
        double error = rows.stream()
                .mapToDouble(row -> Math.abs(predicted(row, machine).error().orElseThrow()))
                .average()
                .orElseThrow();
        assertThat(fit.inside()).isCloseTo(error, within(1e-6 * (1 + error)));

        List<MeasuredRow> mixed = new ArrayList<>(rows);
        Collections.shuffle(mixed, random);
        List<Fitted> again = MachineFitter.fit(mixed).parameters();
        for (int i = 0; i < again.size(); i++) {
            assertThat(again.get(i).value())
                    .as("%s", again.get(i).name())
                    .isCloseTo(fit.parameters().get(i).value(), Percentage.withPercentage(0.01));
        }
    }

    @Property(tries = 12)
    void aFitComesNearerToStepsOfAMachineThatItCanDescribe(@ForAll long seed) {
        Random random = new Random(seed);
        FittedMachine fit = MachineFitter.fit(measured(random, machine(random), 0));
        assertThat(fit.inside()).isLessThanOrEqualTo(fit.before() + 1e-9);
    }

    @Tag("campaign")
    @Property(tries = 300)
    void bothHoldForManyTables(@ForAll long seed) {
        aFitIsWhatPredictionsWithItGive(seed);
        aFitComesNearerToStepsOfAMachineThatItCanDescribe(seed);
    }
}

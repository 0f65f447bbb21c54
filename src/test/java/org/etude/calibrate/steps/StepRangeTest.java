// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.etude.report.Finding;
import org.junit.jupiter.api.Test;

/** The spread of recorded steps, and a range in words. */
class StepRangeTest {
    private static PredictedStep step(int rank, int number, long recorded) {
        return new PredictedStep(rank, number, recorded, 0, 1);
    }

    /** Means of the ranks 100 and 120: a deviation of 10 x sqrt 2, of 110. */
    @Test
    void stepsAreTheMeanOfTheirRanks() {
        List<PredictedStep> steps = List.of(step(0, 1, 90), step(1, 1, 110), step(0, 2, 125), step(1, 2, 115));
        assertThat(StepRange.scatter(steps)).isEqualTo(10 * Math.sqrt(2) / 110, within(1e-12));
    }

    /** 90, 100 and 140 around 110: squares of 400, 100 and 900, over one less than their number. */
    @Test
    void theDeviationIsThatOfASample() {
        assertThat(StepRange.scatter(List.of(step(0, 1, 90), step(0, 2, 100), step(0, 3, 140))))
                .isEqualTo(Math.sqrt(700) / 110, within(1e-12));
    }

    @Test
    void nothingMoreOrLessHasNoSignOfItsOwn() {
        assertThat(new RangeCause("x", -0.0, -0.0, "").percent()).isEqualTo("+0.0 to +0.0 %");
        assertThat(new RangeCause("x", -0.1, 0.25, "").percent()).isEqualTo("-10.0 to +25.0 %");
    }

    @Test
    void oneStepTellsNoSpread() {
        assertThat(StepRange.scatter(List.of(step(0, 1, 90), step(1, 1, 110)))).isNegative();
    }

    @Property
    void doesNotDependOnTheUnit(@ForAll @Size(min = 2, max = 6) List<@LongRange(min = 1, max = 1_000_000) Long> ns) {
        List<PredictedStep> steps = new ArrayList<>();
        List<PredictedStep> longer = new ArrayList<>();
        for (int i = 0; i < ns.size(); i++) {
            steps.add(step(0, i, ns.get(i)));
            longer.add(step(0, i, 1000 * ns.get(i)));
        }
        double scatter = StepRange.scatter(steps);
        assertThat(scatter).isGreaterThanOrEqualTo(0).isEqualTo(StepRange.scatter(longer), within(1e-9));
        assertThat(scatter == 0).isEqualTo(ns.stream().distinct().count() == 1);
    }

    @Test
    void wordsGiveTheRangeAndItsCauses() {
        StepRange range = new StepRange(List.of(
                new RangeCause("host work next to transfers", -0.05, 0, ""),
                new RangeCause("another recording", -0.15, 0.15, ""),
                new RangeCause(StepRange.TOGETHER, -0.2, 0.15, "")));
        assertThat(range.words(200))
                .isEqualTo(
                        "the step may take 160.000 to 230.000 ms (-20.0 to +15.0 %): host work next to transfers -5.0 to +0.0 %,"
                                + " another recording -15.0 to +15.0 %");
        assertThat(new StepRange(List.of(new RangeCause(StepRange.TOGETHER, 0, 0, ""))).words(200))
                .isEqualTo(
                        "not known: only one step was recorded, and how far another recording of the job differs is not"
                                + " known");
    }

    @Test
    void aFindingGivesTheSameCauses() {
        StepRange range = new StepRange(List.of(
                new RangeCause("another recording", -0.15, 0.15, ""),
                new RangeCause("recorded steps", -0.01, 0.01, ""),
                new RangeCause(StepRange.TOGETHER, -0.15, 0.15, "")));
        assertThat(range.finding().what()).isEqualTo("the predicted steps are uncertain by -15.0 to +15.0 %");
        assertThat(range.finding().why())
                .isEqualTo("another recording -15.0 to +15.0 %, recorded steps -1.0 to +1.0 %");
        StepRange unrepeated = new StepRange(List.of(
                new RangeCause("recorded steps", -0.01, 0.01, ""),
                new RangeCause(StepRange.TOGETHER, -0.01, 0.01, "")));
        assertThat(unrepeated.finding().why())
                .isEqualTo("recorded steps -1.0 to +1.0 %; how far another recording of the job differs is not known");
        Finding unknown = new StepRange(List.of(new RangeCause(StepRange.TOGETHER, 0, 0, ""))).finding();
        assertThat(unknown.what()).isEqualTo("the uncertainty of the predicted step is not known");
        assertThat(unknown.why())
                .isEqualTo("only one step was recorded; how far another recording of the job differs is not known");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.widget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.etude.notebook.eval.CellEvaluator;
import org.etude.notebook.eval.CellResult;
import org.etude.notebook.eval.EvaluatorOptions;
import org.etude.notebook.output.CellOutput;
import org.etude.report.EtudeException;
import org.junit.jupiter.api.Test;

class ExerciseTest {
    private static <T> String said(T answer, Predicate<? super T> rule) {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            Exercise.check(answer, rule, "count again");
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8).strip();
    }

    @Test
    void withoutAnAnswerTheRuleIsNotAsked() {
        assertThat(said(null, answer -> {
                    throw new AssertionError("asked");
                }))
                .isEqualTo("Your turn: replace null by your answer and run this cell again.");
    }

    @Test
    void answersAreRightOrNot() {
        assertThat(said(64_440L, answer -> answer == 64_440)).isEqualTo("Right.");
        assertThat(said("Yes", "yes"::equalsIgnoreCase)).isEqualTo("Right.");
        assertThatThrownBy(() -> said(64_441L, answer -> answer == 64_440))
                .isInstanceOf(EtudeException.class)
                .hasMessage("not yet: 64441 is not right" + System.lineSeparator() + "  count again");
    }

    @Test
    void whatIsLongIsNotSaidAgain() {
        Predicate<Object> never = answer -> false;
        assertThatThrownBy(() -> said("a\nb", never)).hasMessageStartingWith("not yet: this answer is not right");
        assertThatThrownBy(() -> said("x".repeat(41), never))
                .hasMessageStartingWith("not yet: this answer is not right");
        assertThatThrownBy(() -> said(never, never)).hasMessageStartingWith("not yet: this answer is not right");
        assertThatThrownBy(() -> said("yes", never)).hasMessageStartingWith("not yet: yes is not right");
    }

    @Property
    void nearIsAShareOfTheRightNumber(
            @ForAll @DoubleRange(min = -1e6, max = 1e6) double right,
            @ForAll @DoubleRange(min = 0.01, max = 0.5) double share) {
        assertThat(Exercise.near(right, share)).accepts(right, right * (1 + 0.99 * share), right * (1 - 0.99 * share));
        if (Math.abs(right) > 1e-6) {
            assertThat(Exercise.near(right, share))
                    .rejects(right * (1 + 1.01 * share), right * (1 - 1.01 * share), Double.NaN);
        }
    }

    @Test
    void cellsKnowIt() {
        try (CellEvaluator cells = new CellEvaluator(EvaluatorOptions.defaults())) {
            String code = "Double answer = null;\nExercise.check(answer, Exercise.near(3, 0.1), \"\");";
            assertThat(cells.evaluate(code, 1, CellOutput.NONE)).isInstanceOf(CellResult.Ok.class);
            String wrong = code.replace("null", "4.0");
            assertThat(cells.evaluate(wrong, 2, CellOutput.NONE)).isInstanceOf(CellResult.Failed.class);
            assertThat(cells.evaluate(code.replace("null", "3.2"), 3, CellOutput.NONE))
                    .isInstanceOf(CellResult.Ok.class);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.widget;

import java.util.function.Predicate;
import org.etude.report.EtudeException;

/**
 * Checks a reader's answer, which replaces a null: {@code Exercise.check(answer, a -> a == run().stepNs(), "count the
 * hops")}. An exercise not yet answered is not an error, so that its notebook runs to the end.
 */
public final class Exercise {
    private static final int LONGEST = 40;

    private Exercise() {}

    /**
     * Prompts the reader while the answer is null, and confirms a correct one. The rule is evaluated only for an
     * answer, so an expensive rule costs nothing before.
     *
     * @param answer the reader's answer, or null
     * @param rule accepts correct answers
     * @param hint what to look at after a wrong one
     * @throws EtudeException for a wrong answer, with the hint
     */
    public static <T> void check(T answer, Predicate<? super T> rule, String hint) {
        if (answer == null) {
            System.out.println("Your turn: replace null by your answer and run this cell again.");
        } else if (rule.test(answer)) {
            System.out.println("Right.");
        } else {
            throw new EtudeException("not yet: " + named(answer) + " is not right", hint);
        }
    }

    /** Repeats numbers and words; a run, a function or a multi-line table would hide the hint. */
    private static String named(Object answer) {
        boolean brief = answer instanceof Number
                || answer instanceof String text
                        && text.length() <= LONGEST
                        && text.lines().count() <= 1;
        return brief ? answer.toString() : "this answer";
    }

    /** Accepts numbers within this relative tolerance. */
    public static Predicate<Number> near(double right, double share) {
        return answer -> Math.abs(answer.doubleValue() - right) <= share * Math.abs(right);
    }
}

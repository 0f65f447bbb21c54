// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.widget;

import java.util.function.Predicate;
import org.etude.report.EtudeException;

/**
 * Judges what a reader puts in the place of a null: {@code Exercise.check(answer, a -> a == run().stepNs(), "count the hops")}.
 * An exercise that nobody has done yet is no error, so that its notebook runs to the end.
 */
public final class Exercise {
    private static final int LONGEST = 40;

    private Exercise() {}

    /**
     * Says whose turn it is while the answer is null, and that it is right when it is. The rule is asked only about an answer,
     * so that finding the right one costs nothing before.
     *
     * @param answer the reader's, or null
     * @param rule accepts right answers
     * @param hint what to look at after a wrong one
     * @throws EtudeException for a wrong answer, with the hint
     */
    public static <T> void check(T answer, Predicate<? super T> rule, String hint) {
        if (answer == null) {
            System.out.println("Your turn: put your answer in the place of null and run this cell again.");
        } else if (rule.test(answer)) {
            System.out.println("Right.");
        } else {
            throw new EtudeException("not yet: " + named(answer) + " is not right", hint);
        }
    }

    /** Numbers and words are said again; a run, a function or a table of several lines would hide the hint. */
    private static String named(Object answer) {
        boolean brief = answer instanceof Number
                || answer instanceof String text
                        && text.length() <= LONGEST
                        && text.lines().count() <= 1;
        return brief ? answer.toString() : "this answer";
    }

    /** Accepts numbers that differ from this one by at most this share of it. */
    public static Predicate<Number> near(double right, double share) {
        return answer -> Math.abs(answer.doubleValue() - right) <= share * Math.abs(right);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.plot.model.PlotException;
import org.junit.jupiter.api.Test;

/** Cells are not known here, so that a frame of one is "a cell". */
class ErrorTextTest {
    private final ErrorText text = new ErrorText(new CellFrames());

    private static StackTraceElement cell(String method) {
        return new StackTraceElement("REPL.$JShell$3", method, "$JShell$3.java", 5);
    }

    private static StackTraceElement library(String method) {
        return new StackTraceElement("org.lib.Part", method, "Part.java", 7);
    }

    private static <T extends Throwable> T with(T thrown, StackTraceElement... frames) {
        thrown.setStackTrace(frames);
        return thrown;
    }

    private List<String> lines(Throwable thrown) {
        return text.thrown(thrown).traceback();
    }

    /** Below the last frame of a cell is JShell, which is nobody's business. */
    @Test
    void framesEndWithTheCell() {
        CellError error = text.thrown(
                with(new IllegalStateException("broken\nin two"), library("work"), cell("do_it$"), library("below")));
        assertThat(error.name()).isEqualTo("java.lang.IllegalStateException");
        assertThat(error.value()).isEqualTo("broken\nin two");
        assertThat(error.traceback())
                .containsExactly(
                        "java.lang.IllegalStateException: broken",
                        "in two",
                        "    at org.lib.Part.work(Part.java:7)",
                        "    at a cell");
    }

    /** A method of a cell is named, a lambda of one is the cell. */
    @Test
    void methodsOfCellsAreNamed() {
        assertThat(lines(with(new RuntimeException(), cell("half"), cell("lambda$do_it$"), cell("do_it$"))))
                .containsExactly("java.lang.RuntimeException", "    at half (a cell)", "    at a cell");
    }

    /** Thirty lines are shown, a recursion's line once; the rest is counted. */
    @Test
    void longTracesAreCut() {
        List<StackTraceElement> frames = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            frames.add(library(i % 2 == 0 ? "even" : "odd"));
        }
        frames.addAll(Arrays.asList(cell("again"), cell("again"), cell("do_it$")));
        List<String> lines = lines(with(new StackOverflowError(), frames.toArray(StackTraceElement[]::new)));
        assertThat(lines).hasSize(32);
        assertThat(lines.get(30)).isEqualTo("    at org.lib.Part.odd(Part.java:7)");
        assertThat(lines.get(31)).isEqualTo("    ... 72 more");
    }

    @Test
    void causesFollowAndACycleOfThemEnds() {
        Exception inner = with(new Exception("inner"), cell("do_it$"));
        Exception outer = with(new Exception("outer", inner), cell("do_it$"));
        inner.initCause(outer);
        outer.addSuppressed(new RuntimeException("hidden\ntwice"));
        assertThat(lines(outer))
                .containsExactly(
                        "java.lang.Exception: outer",
                        "    at a cell",
                        "    Suppressed: java.lang.RuntimeException: hidden",
                        "    Suppressed: twice",
                        "Caused by: java.lang.Exception: inner",
                        "    at a cell",
                        "Caused by: [CIRCULAR REFERENCE: java.lang.Exception: outer]");
    }

    /** The cause is the user's code, too. */
    @Test
    void causesThatNeverEndOrFailAreCut() {
        assertThat(lines(new Endless(true))).hasSize(31).last().isEqualTo("    ... more causes");
        assertThat(lines(new Endless(false))).hasSize(1);
    }

    /** Has another cause each time, or none that can be had. */
    private static final class Endless extends Exception {
        private static final long serialVersionUID = 1;
        private final boolean another;

        Endless(boolean another) {
            super("endless", null, false, false);
            this.another = another;
        }

        @Override
        public synchronized Throwable getCause() {
            if (another) {
                return new Endless(true);
            }
            throw new IllegalStateException();
        }
    }

    /** Of an error that says what to do, the lines of cells are shown, and causes in a cell's own code. */
    @Test
    void causesInLibrariesSayNothingNew() {
        Exception library = with(new Exception("library"), library("work"), cell("do_it$"));
        Throwable known = with(new PlotException("no rows", "Give some.", library), library("draw"), cell("do_it$"));
        assertThat(lines(known)).hasSize(3).last().isEqualTo("    at a cell");
        Exception own = with(
                new Exception("own"), new StackTraceElement("java.util.List", "of", "List.java", 1), cell("do_it$"));
        known = with(new PlotException("no rows", "Give some.", own), library("draw"), cell("do_it$"));
        assertThat(lines(known)).contains("Caused by: java.lang.Exception: own");
    }

    /** The message is the user's code, which may fail in any way. */
    @Test
    void aMessageThatThrowsIsSaid() {
        assertThat(text.thrown(thrower(new IllegalArgumentException())).value())
                .isEqualTo("(its message threw java.lang.IllegalArgumentException)");
        assertThat(text.thrown(thrower(new AssertionError())).value())
                .isEqualTo("(its message threw java.lang.AssertionError)");
        assertThat(text.thrown(thrower(new StackOverflowError())).value())
                .isEqualTo("(its message threw java.lang.StackOverflowError)");
    }

    private static Exception thrower(Throwable cause) {
        return new Exception() {
            private static final long serialVersionUID = 1;

            @Override
            public String getMessage() {
                if (cause instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) cause;
            }
        };
    }

    /** JShell's classes are named as in cells, and a class replaced by a new one of its name is explained. */
    @Test
    void classesOfCellsAreNamedAsInCells() {
        assertThat(text.thrown(new RuntimeException("REPL.$JShell$4$Point and REPL.$JShell$4B$Line"))
                        .value())
                .isEqualTo("Point and Line");
        assertThat(text.thrown(new ClassCastException("class REPL.$JShell$4$Point cannot be cast to class"
                                + " REPL.$JShell$4B$Point (both are in unnamed module)"))
                        .value())
                .isEqualTo("this object is of the former class Point, whose members have changed since."
                        + " Run again the cell that created the object.");
    }

    @Test
    void aStoppedCellSaysWhere() {
        assertThat(text.interrupted(new StackTraceElement[] {library("sleep"), cell("half")}, "In[1]", false)
                        .traceback())
                .containsExactly("Interrupted", "    at half (a cell)");
        assertThat(text.interrupted(new StackTraceElement[] {library("sleep")}, "In[1]", true)
                        .traceback())
                .hasSize(3)
                .contains("    at In[1]");
    }
}

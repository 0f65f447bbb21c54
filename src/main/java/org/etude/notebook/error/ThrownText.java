// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.error;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an exception says of itself. Its message and its cause may be code of the user: they may throw, and the cause may
 * be another one each time.
 */
public final class ThrownText {
    private static final int CAUSES = 30;
    private static final Pattern SAME_CLASS = Pattern.compile("class ([\\w.$]+) cannot be cast to class \\1 .*");

    private ThrownText() {}

    /**
     * An exception and its causes.
     *
     * @param shown the exception, then each cause once, at most thirty in all
     * @param next the cause that comes next and is not shown; null after the last one
     */
    public record Causes(List<Throwable> shown, Throwable next) {
        /** Whether the next one is shown already. */
        boolean circular() {
            return among(shown, next);
        }

        /** Whether causes are left out, other than those of a cycle. */
        public boolean cut() {
            return next != null && !circular();
        }
    }

    /** An exception and its causes, outermost first. */
    public static Causes causes(Throwable thrown) {
        List<Throwable> shown = new ArrayList<>();
        Throwable at = thrown;
        while (at != null && shown.size() < CAUSES && !among(shown, at)) {
            shown.add(at);
            at = cause(at);
        }
        return new Causes(shown, at);
    }

    private static boolean among(List<Throwable> shown, Throwable thrown) {
        return shown.stream().anyMatch(each -> each == thrown);
    }

    private static Throwable cause(Throwable thrown) {
        try {
            return thrown.getCause();
        } catch (RuntimeException | AssertionError | LinkageError | StackOverflowError e) {
            return null;
        }
    }

    /** The class, as cells name it, and the message if there is one. */
    public static String head(Throwable thrown) {
        String message = message(thrown);
        String type = CellNames.readable(thrown.getClass().getName());
        return message.isEmpty() ? type : type + ": " + message;
    }

    /** The message, with classes of cells named as in the cells; empty if there is none. */
    public static String message(Throwable thrown) {
        try {
            String message = thrown.getLocalizedMessage();
            return message == null ? "" : readable(message);
        } catch (RuntimeException | AssertionError | LinkageError | StackOverflowError e) {
            return "(its message threw " + CellNames.readable(e.getClass().getName()) + ")";
        }
    }

    private static String readable(String message) {
        String named = CellNames.readable(message);
        Matcher same = SAME_CLASS.matcher(named);
        return same.matches()
                ? "this object is of the former class " + same.group(1)
                        + ", whose members have changed since. Run again the cell that created the object."
                : named;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.error;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names the classes of cells as cells do: JShell nests each in a class of its own, {@code REPL.$JShell$12}. */
public final class CellNames {
    private static final Pattern WRAPPER = Pattern.compile("(?:\\bREPL\\.)?\\$JShell\\$\\w+(?:[$.](?![$]*Lambda))?");
    private static final Pattern LAMBDA =
            Pattern.compile("\\bREPL\\.\\$JShell\\$\\w+[$]((?:\\w+[$])*)[$]Lambda(?:\\$\\d+)?(?:/0x[0-9a-f]+)?");
    private static final String CLASS = "REPL\\.\\$JShell\\$\\w+\\$[\\w$]+";
    private static final Pattern OWN_TEXT =
            Pattern.compile("(?:\\b(?:class|interface) " + CLASS + ")|" + CLASS + "(?:/0x[0-9a-f]+)?(?=@[0-9a-f])");
    private static final Pattern ARRAY = Pattern.compile("(\\[+)L(" + CLASS + ");(?=@[0-9a-f])");
    private static final Pattern SYNTHETIC = Pattern.compile("lambda\\$(.+)\\$\\d+");

    private CellNames() {}

    /** A text of the compiler or the JVM without the classes that JShell adds. */
    public static String readable(String text) {
        String named = LAMBDA.matcher(text).replaceAll(match -> lambda(match.group(1)));
        return WRAPPER.matcher(named).replaceAll("");
    }

    /**
     * A value's text in which only what {@link Object#toString()} and {@link Class#toString()} return is changed: the
     * rest may be the user's own.
     */
    public static String ofValue(String text) {
        String arrays = ARRAY.matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(
                        readable(match.group(2)) + "[]".repeat(match.group(1).length())));
        return OWN_TEXT.matcher(arrays).replaceAll(match -> Matcher.quoteReplacement(readable(match.group())));
    }

    /** A method's name in a stack trace; of a lambda, the method that contains it. */
    static String method(String name) {
        Matcher lambda = SYNTHETIC.matcher(name);
        if (!lambda.matches()) {
            return name;
        }
        return switch (lambda.group(1)) {
            case "new" -> "<init>";
            case "static" -> "<clinit>";
            default -> lambda.group(1);
        };
    }

    /** {@code half (a cell)} for a frame of a cell whose location is not known here; unchanged for others. */
    public static String frame(StackTraceElement frame) {
        return CellFrames.ofCell(frame) ? inCell(frame, "a cell") : frame.toString();
    }

    /** A frame of a cell: its place, after the method if that is one of the user's. */
    static String inCell(StackTraceElement frame, String place) {
        String method = frame.getMethodName();
        if (method.startsWith("do_it$") || method.startsWith("lambda$do_it$")) {
            return place;
        }
        String type = readable(frame.getClassName()).replace('$', '.');
        return (type.isEmpty() ? "" : type + '.') + method(method) + " (" + place + ")";
    }

    private static String lambda(String owner) {
        return Matcher.quoteReplacement(owner.replace('$', '.') + "lambda");
    }
}

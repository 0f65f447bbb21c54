// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.error;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import jdk.jshell.Diag;
import jdk.jshell.Snippet;

/** Describes code that compiles but does not fit into a class file, such as a method of more than 64 KiB. */
public final class CompilerLimits {
    /** A directory of the JDK that holds neither classes nor packages. */
    public static final String EMPTY_DIRECTORY =
            Path.of(System.getProperty("java.home"), "conf", "management").toString();

    private static final String LIMIT = "compiler.err.limit.";

    private CompilerLimits() {}

    /** Whether a diagnostic is about a limit of the class format. */
    public static boolean isLimit(Diag diagnostic) {
        return diagnostic.getCode().startsWith(LIMIT);
    }

    /**
     * Converts such diagnostics.
     *
     * @param cell the whole code of the cell
     * @param offset where the snippet's source starts in it
     * @param kind what the snippet is
     */
    public static List<CellDiagnostic> of(String cell, int offset, Snippet.Kind kind, List<Diag> limits) {
        boolean methods = kind == Snippet.Kind.METHOD || kind == Snippet.Kind.TYPE_DECL;
        return limits.stream()
                .map(limit -> {
                    int at = (int) Math.max(0, Math.min(cell.length() - 1L, offset + limit.getPosition()));
                    return Diagnostics.at(cell, at, 1, message(limit, methods ? method(cell, at) : ""));
                })
                .distinct()
                .toList();
    }

    private static String message(Diag limit, String method) {
        return switch (limit.getCode().substring(LIMIT.length())) {
            case "code", "code.too.large.for.try.stmt" ->
                (method.isEmpty() ? "the code of this statement" : "the code of method " + method)
                        + " is too large: a method of the JVM holds 64 KiB of bytecode. Divide it into several"
                        + " methods, or read its data from a file.";
            case "string", "string.overflow" ->
                "this text is too long: a constant of the JVM holds 65,535 bytes. Read it from a file:"
                        + " Files.readString(Path.of(\"text.txt\")).";
            default -> limit.getMessage(Locale.ROOT);
        };
    }

    /** The name of the method declared at a position; empty if none is. */
    private static String method(String cell, int at) {
        int end = at;
        while (end < cell.length() && Character.isJavaIdentifierPart(cell.charAt(end))) {
            end++;
        }
        boolean declared = end > at && cell.substring(end).stripLeading().startsWith("(");
        return declared ? cell.substring(at, end) : "";
    }
}

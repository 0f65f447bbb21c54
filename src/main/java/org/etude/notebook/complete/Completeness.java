// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import java.util.Locale;
import jdk.jshell.JShell;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;

/** Whether code can run as it is or needs more lines. */
public final class Completeness {
    private static final String INDENT = "    ";

    private final JShell shell;

    public Completeness(JShell shell) {
        this.shell = shell;
    }

    /** The statuses of the protocol. */
    public enum Status {
        COMPLETE,
        INCOMPLETE,
        INVALID,
        UNKNOWN;

        /** The protocol's name of the status. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The answer.
     *
     * @param status whether the code is complete
     * @param indent indentation of the next line of incomplete code
     */
    public record Verdict(Status status, String indent) {}

    /** Whether the text is a complete cell, needs more lines, or is invalid. */
    public Verdict of(String code) {
        String rest = code;
        while (!rest.isBlank()) {
            CompletionInfo info = shell.sourceCodeAnalysis().analyzeCompletion(rest);
            switch (info.completeness()) {
                case EMPTY:
                    return new Verdict(Status.COMPLETE, "");
                case UNKNOWN:
                    return new Verdict(Status.INVALID, "");
                case CONSIDERED_INCOMPLETE:
                case DEFINITELY_INCOMPLETE:
                    return new Verdict(Status.INCOMPLETE, indent(code));
                default:
                    rest = info.remaining();
            }
        }
        return new Verdict(Status.COMPLETE, "");
    }

    private static String indent(String code) {
        long depth = code.chars().filter(c -> c == '{').count()
                - code.chars().filter(c -> c == '}').count();
        return INDENT.repeat((int) Math.max(0, depth));
    }
}

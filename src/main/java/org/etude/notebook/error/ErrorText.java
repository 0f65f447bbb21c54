// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.error;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jshell.Snippet;
import jdk.jshell.UnresolvedReferenceException;
import org.etude.report.EtudeException;

/** Describes the error of a cell: the real classes, the chain of causes, the lines as typed. */
public final class ErrorText {
    private static final int FRAMES = 30;
    private static final Pattern OF_JDK = Pattern.compile("(java|javax|jdk|sun)[.]");

    private final CellFrames cells;

    public ErrorText(CellFrames frames) {
        cells = frames;
    }

    /**
     * Describes an exception, with its causes. Of an error that says what to do, only causes in code of cells are shown:
     * others are how a library said the same.
     */
    public CellError thrown(Throwable thrown) {
        List<String> lines = new ArrayList<>();
        ThrownText.Causes causes = ThrownText.causes(thrown);
        for (Throwable at : causes.shown()) {
            if (at != thrown && thrown instanceof EtudeException && !happenedInCell(at)) {
                continue;
            }
            String head = ThrownText.head(at);
            (at == thrown ? head : "Caused by: " + head).lines().forEach(lines::add);
            addFrames(at, lines);
            for (Throwable hidden : at.getSuppressed()) {
                ThrownText.head(hidden)
                        .lines()
                        .map(line -> "    Suppressed: " + line)
                        .forEach(lines::add);
            }
        }
        if (causes.circular()) {
            String first = ThrownText.head(causes.next()).lines().findFirst().orElse("");
            lines.add("Caused by: [CIRCULAR REFERENCE: " + first + "]");
        } else if (causes.cut()) {
            lines.add("    ... more causes");
        }
        return new CellError(CellNames.readable(thrown.getClass().getName()), ThrownText.message(thrown), lines);
    }

    /** Describes an exception that ended a thread which a cell started. */
    public String uncaught(Thread thread, Throwable thrown) {
        return "Exception in thread \"" + thread.getName() + "\" "
                + String.join("\n", thrown(thrown).traceback()) + "\n";
    }

    /** Frames down to the cell; for the user's own errors only the lines of cells. */
    private void addFrames(Throwable thrown, List<String> lines) {
        List<String> frames = frames(thrown);
        lines.addAll(frames.subList(0, Math.min(FRAMES, frames.size())));
        if (frames.size() > FRAMES) {
            lines.add("    ... " + (frames.size() - FRAMES) + " more");
        }
    }

    /** The text of each frame; successive equal ones, as of a recursion, once. */
    private List<String> frames(Throwable thrown) {
        List<String> texts = new ArrayList<>();
        StackTraceElement[] stack = thrown.getStackTrace();
        for (StackTraceElement frame : Arrays.asList(stack).subList(0, lastOfCell(stack))) {
            if (thrown instanceof EtudeException && !CellFrames.ofCell(frame)) {
                continue;
            }
            String text = "    at " + describe(frame);
            if (texts.isEmpty() || !texts.get(texts.size() - 1).equals(text)) {
                texts.add(text);
            }
        }
        return texts;
    }

    /** Whether code of a cell failed, or what it called of the JDK. */
    private static boolean happenedInCell(Throwable thrown) {
        return Stream.of(thrown.getStackTrace())
                .filter(frame -> !OF_JDK.matcher(frame.getClassName()).lookingAt())
                .findFirst()
                .map(CellFrames::ofCell)
                .orElse(false);
    }

    private static int lastOfCell(StackTraceElement[] stack) {
        for (int i = stack.length - 1; i >= 0; i--) {
            if (CellFrames.ofCell(stack[i])) {
                return i + 1;
            }
        }
        return stack.length;
    }

    private String describe(StackTraceElement frame) {
        if (!CellFrames.ofCell(frame)) {
            return frame.toString();
        }
        String place = cells.place(frame).orElse("a cell");
        String text = cells.text(frame).map(source -> ":  " + source).orElse("");
        return CellNames.inCell(frame, place) + text;
    }

    /** Describes compiler errors, with a hint if there is one. */
    public CellError rejected(List<CellDiagnostic> diagnostics) {
        List<String> lines = new ArrayList<>();
        diagnostics.forEach(diagnostic -> diagnostic.toString().lines().forEach(lines::add));
        Hints.of(diagnostics).ifPresent(hint -> lines.add("Hint: " + hint));
        String value = diagnostics.stream()
                .filter(CellDiagnostic::error)
                .map(diagnostic -> "line " + diagnostic.line() + ": "
                        + diagnostic.message().lines().findFirst().orElse(""))
                .collect(Collectors.joining("; "));
        return new CellError("CompileError", value, lines);
    }

    /** Describes where a cell was stopped. */
    public CellError interrupted(StackTraceElement[] stack, String otherwise, boolean abandoned) {
        List<String> lines = new ArrayList<>(List.of("Interrupted"));
        lines.add("    at "
                + Arrays.stream(stack)
                        .filter(CellFrames::ofCell)
                        .findFirst()
                        .map(this::describe)
                        .orElse(otherwise));
        if (abandoned) {
            lines.add("    The code ignored the interrupt; its thread was abandoned and ends at its next check.");
        }
        return new CellError("Interrupted", "the cell was interrupted", lines);
    }

    /** Describes the use of a declaration before its dependencies are declared. */
    public CellError unresolved(UnresolvedReferenceException e, List<String> missing) {
        Snippet snippet = e.getSnippet();
        String name = snippet instanceof jdk.jshell.DeclarationSnippet declaration
                ? ((jdk.jshell.PersistentSnippet) declaration).name()
                : snippet.source();
        String value = name + " needs " + CellNames.readable(String.join(", ", missing)) + ", not declared yet";
        List<String> lines = new ArrayList<>(List.of(value));
        addFrames(e, lines);
        return new CellError("UnresolvedReference", value, lines);
    }
}

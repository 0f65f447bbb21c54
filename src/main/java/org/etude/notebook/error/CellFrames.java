// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.error;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jshell.SourceCodeAnalysis.SnippetWrapper;

/** Maps stack frames of JShell's classes to cells and the lines as typed. */
public final class CellFrames {
    private static final Pattern SNIPPET_CLASS = Pattern.compile("REPL\\.\\$JShell\\$\\w+");

    private final Map<String, SnippetLocation> locations = new ConcurrentHashMap<>();

    /**
     * The location of a snippet.
     *
     * @param cell its execution count
     * @param firstLine the line of the cell in which its source starts, from 1
     * @param wrapper how JShell wrapped it
     */
    private record SnippetLocation(int cell, int firstLine, SnippetWrapper wrapper) {
        /** The line of the cell for a line of JShell's class. */
        int line(int wrappedLine) {
            String wrapped = wrapper.wrapped();
            String source = wrapper.source();
            int best = -1;
            int line = 0;
            for (int at = 0; at >= 0 && at < source.length(); at = nextLine(source, at)) {
                int text = skipSpace(source, at);
                boolean code = text < end(source, at) && !source.startsWith("//", text);
                if (code && (best < 0 || TextLines.of(wrapped, wrapper.sourceToWrappedPosition(text)) <= wrappedLine)) {
                    best = line;
                }
                line++;
            }
            return firstLine + Math.max(0, best);
        }

        private static int nextLine(String source, int at) {
            int end = source.indexOf('\n', at);
            return end < 0 ? -1 : end + 1;
        }

        private static int end(String source, int at) {
            int end = source.indexOf('\n', at);
            return end < 0 ? source.length() : end;
        }

        private static int skipSpace(String source, int at) {
            int text = at;
            while (text < source.length() - 1 && Character.isWhitespace(source.charAt(text))) {
                text++;
            }
            return text;
        }
    }

    /**
     * Registers a snippet.
     *
     * @param compiled whether its class has the lines of this wrapper; otherwise those of the previous one
     */
    public void add(SnippetWrapper wrapper, int cell, int firstLine, boolean compiled) {
        SnippetLocation known = locations.get(wrapper.fullClassName());
        if (known == null || compiled) {
            locations.put(wrapper.fullClassName(), new SnippetLocation(cell, firstLine, wrapper));
        } else if (known.wrapper.source().equals(wrapper.source())) {
            locations.put(wrapper.fullClassName(), new SnippetLocation(cell, firstLine, known.wrapper));
        }
    }

    /** Records that a snippet of an earlier cell was recompiled. */
    public void recompiled(SnippetWrapper wrapper) {
        locations.values().stream()
                .filter(location -> location.wrapper.source().equals(wrapper.source()))
                .findFirst()
                .ifPresent(location -> add(wrapper, location.cell, location.firstLine, true));
    }

    /** The class of the whole snippet, for that class or one nested in it. */
    public static String snippetClass(String className) {
        Matcher matcher = SNIPPET_CLASS.matcher(className);
        return matcher.lookingAt() ? matcher.group() : className;
    }

    /** {@code In[5] line 2} for a frame of a cell. */
    Optional<String> place(StackTraceElement frame) {
        Matcher matcher = SNIPPET_CLASS.matcher(frame.getClassName());
        if (!matcher.lookingAt()) {
            return Optional.empty();
        }
        SnippetLocation location = locations.get(matcher.group());
        if (location == null) {
            return Optional.empty();
        }
        return Optional.of("In[" + location.cell + "] line " + location.line(frame.getLineNumber()));
    }

    /** The text of that line. */
    Optional<String> text(StackTraceElement frame) {
        Matcher matcher = SNIPPET_CLASS.matcher(frame.getClassName());
        SnippetLocation location = matcher.lookingAt() ? locations.get(matcher.group()) : null;
        if (location == null) {
            return Optional.empty();
        }
        int line = location.line(frame.getLineNumber()) - location.firstLine;
        return location.wrapper.source().lines().skip(line).findFirst().map(String::strip);
    }

    /** Whether a frame belongs to a cell. */
    static boolean ofCell(StackTraceElement frame) {
        return SNIPPET_CLASS.matcher(frame.getClassName()).lookingAt();
    }

    /** Whether code of a cell is on a stack. */
    public static boolean runsCell(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (ofCell(frame)) {
                return true;
            }
        }
        return false;
    }
}

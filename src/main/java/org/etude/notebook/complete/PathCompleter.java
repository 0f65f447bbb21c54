// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Completes paths inside string literals: files and directories as seen by the process. */
final class PathCompleter {
    /** The maximum number of items. */
    private static final int LIMIT = 500;

    private final Path directory;

    /** Completes paths relative to a directory: the kernel's own, which contains the notebook. */
    PathCompleter(Path directory) {
        this.directory = directory;
    }

    /**
     * Completes a path.
     *
     * @param before the code up to the cursor
     * @return empty when the cursor is not in a string literal; no items when no path matches
     */
    Optional<Completions> complete(String before) {
        int quote = openQuote(before);
        if (quote < 0) {
            return Optional.empty();
        }
        String begun = before.substring(quote + 1);
        int start = quote + 1 + begun.lastIndexOf('/') + 1;
        List<Completions.Item> items = new ArrayList<>();
        try {
            Path parent = directory.resolve(before.substring(quote + 1, start).translateEscapes());
            for (Path each : entries(parent, before.substring(start).translateEscapes())) {
                String name = each.getFileName() + (Files.isDirectory(each) ? "/" : "");
                items.add(new Completions.Item(escaped(name), "path", ""));
            }
        } catch (IOException | IllegalArgumentException | UncheckedIOException e) {
            items.clear(); // not a path, or not readable
        }
        return Optional.of(new Completions(start, before.length(), items));
    }

    /** A name as a string literal has it. */
    private static String escaped(String name) {
        return name.replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\t", "\\t")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
    }

    private static List<Path> entries(Path parent, String prefix) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(
                parent,
                each -> each.getFileName().toString().startsWith(prefix)
                        && (prefix.startsWith(".")
                                || !each.getFileName().toString().startsWith(".")))) {
            all.forEach(found::add);
        }
        found.sort(Comparator.comparing(each -> each.getFileName().toString()));
        return found.size() > LIMIT ? found.subList(0, LIMIT) : found;
    }

    /**
     * The position of the quote that opens the literal at the end of the code; -1 if the code does not end in a
     * literal.
     */
    private static int openQuote(String code) {
        int at = 0;
        while (at < code.length()) {
            char c = code.charAt(at);
            if (code.startsWith("//", at)) {
                int end = code.indexOf('\n', at);
                at = end < 0 ? code.length() : end;
            } else if (code.startsWith("/*", at)) {
                at = after(code, "*/", at + 2);
            } else if (code.startsWith("\"\"\"", at)) {
                at = after(code, "\"\"\"", at + 3);
            } else if (c == '"' || c == '\'') {
                int end = literalEnd(code, at);
                if (end < 0) {
                    return c == '"' && code.indexOf('\n', at) < 0 ? at : -1;
                }
                at = end;
            } else {
                at++;
            }
        }
        return -1;
    }

    private static int after(String code, String mark, int from) {
        int found = code.indexOf(mark, from);
        return found < 0 ? code.length() : found + mark.length();
    }

    /**
     * The position after the closing quote, or after the line if the literal does not end in it; -1 when the code ends
     * first.
     */
    private static int literalEnd(String code, int open) {
        int at = open + 1;
        while (at < code.length()) {
            char c = code.charAt(at);
            if (c == code.charAt(open) || c == '\n') {
                return at + 1;
            }
            at += c == '\\' ? 2 : 1;
        }
        return -1;
    }
}

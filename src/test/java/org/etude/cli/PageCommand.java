// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A command line of Etude on a page of documentation.
 *
 * @param page the page's file
 * @param line the line of the page on which it begins, from 1
 * @param text the command without comment and continuation marks, from "etude" on
 * @param isInBlock whether it stands on a line of its own in a block of commands, and not within a sentence or table
 */
record PageCommand(Path page, int line, String text, boolean isInBlock) {
    private static final Pattern FENCE = Pattern.compile("\\s*```\\s*(\\w*).*");
    private static final Pattern START = Pattern.compile("\\s*(?:\\$ )?(?:\\./)?(etude .*)");
    private static final Pattern QUOTED = Pattern.compile("(?<!`)`(?!`)([^`]+)`");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
    private static final String COMMENT = "\\s+#.*";

    /** The commands of README.md, of the README of the recordings, and of all pages in docs/, in order. */
    static List<PageCommand> all() {
        List<PageCommand> commands = new ArrayList<>();
        try (Stream<Path> docs = Files.walk(Path.of("docs"))) {
            Stream.concat(
                            Stream.of(Path.of("README.md"), Path.of("data", "README.md")),
                            docs.filter(file -> file.toString().endsWith(".md")).sorted())
                    .forEach(page -> commands.addAll(of(page)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return commands;
    }

    private static List<PageCommand> of(Path page) {
        try {
            return of(page, Files.readString(page).replace("\r\n", "\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The commands of a page with this text. */
    static List<PageCommand> of(Path page, String text) {
        List<PageCommand> commands = new ArrayList<>();
        StringBuilder prose = new StringBuilder();
        String[] lines = text.split("\n");
        boolean fenced = false;
        for (int i = 0; i < lines.length; i++) {
            Matcher fence = FENCE.matcher(lines[i]);
            boolean indented = !fenced && lines[i].startsWith("    ");
            if (fence.matches()) {
                fenced = !fenced;
            } else if (fenced || indented && START.matcher(lines[i]).matches()) {
                int first = i;
                StringBuilder whole = new StringBuilder(lines[i].replaceFirst(COMMENT, ""));
                while (whole.toString().endsWith("\\") && i + 1 < lines.length) {
                    whole.setLength(whole.length() - 1);
                    whole.append(lines[++i].replaceFirst(COMMENT, "").strip());
                    prose.append('\n');
                }
                Matcher start = START.matcher(whole);
                if (start.matches()) {
                    commands.add(new PageCommand(page, first + 1, start.group(1).strip(), true));
                }
            } else {
                prose.append(lines[i]);
            }
            prose.append('\n');
        }
        commands.addAll(quoted(page, prose.toString()));
        return commands;
    }

    private static List<PageCommand> quoted(Path page, String prose) {
        List<PageCommand> commands = new ArrayList<>();
        Matcher quote = QUOTED.matcher(prose);
        while (quote.find()) {
            Matcher start = START.matcher(quote.group(1).replaceAll("\\s+", " ").strip());
            if (start.matches()) {
                int line = (int) prose.substring(0, quote.start())
                                .chars()
                                .filter(c -> c == '\n')
                                .count()
                        + 1;
                commands.add(new PageCommand(page, line, start.group(1), false));
            }
        }
        return commands;
    }

    /** The words as a shell passes them on, without "etude" and without a redirection. */
    List<String> words() {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(text);
        while (word.find()) {
            words.add(word.group(1) == null ? word.group(2) : word.group(1));
        }
        int redirected = words.indexOf(">");
        return words.subList(1, redirected < 0 ? words.size() : redirected);
    }

    @Override
    public String toString() {
        return page.toString().replace('\\', '/') + ":" + line + ": " + text;
    }
}

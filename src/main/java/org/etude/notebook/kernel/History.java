// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.etude.notebook.wire.WireMessage;

/** The cells of this session, for the console's arrow keys and searches. */
final class History {
    private static final int SESSION = 1;
    private static final int DEFAULT_COUNT = 10;

    private final List<Entry> entries = new ArrayList<>();

    private record Entry(int line, String input, String output) {}

    /** Adds a cell. */
    synchronized void add(int line, String input, String output) {
        entries.add(new Entry(line, input, output));
    }

    /** Answers a history request: rows of session, line, and input or input with output. */
    synchronized List<List<Object>> find(WireMessage request) {
        List<Entry> found =
                switch (request.text("hist_access_type", "tail")) {
                    case "range" -> range(request);
                    case "search" -> search(request);
                    default -> last(entries, request.number("n", DEFAULT_COUNT));
                };
        boolean output = request.flag("output", false);
        List<List<Object>> rows = new ArrayList<>();
        for (Entry entry : found) {
            Object shown = output ? Collections.unmodifiableList(pair(entry)) : entry.input;
            rows.add(List.of(SESSION, entry.line, shown));
        }
        return rows;
    }

    private static List<String> pair(Entry entry) {
        List<String> both = new ArrayList<>();
        both.add(entry.input);
        both.add(entry.output);
        return both;
    }

    /** Session 0 and 1 both are the current one; others are unknown. */
    private List<Entry> range(WireMessage request) {
        int session = request.number("session", 0);
        if (session != 0 && session != SESSION) {
            return List.of();
        }
        int start = request.number("start", 1);
        int stop = request.number("stop", Integer.MAX_VALUE);
        return entries.stream()
                .filter(entry -> entry.line >= start && entry.line < stop)
                .toList();
    }

    private List<Entry> search(WireMessage request) {
        Pattern pattern = glob(request.text("pattern", "*"));
        List<Entry> found = entries.stream()
                .filter(entry -> pattern.matcher(entry.input).matches())
                .toList();
        if (request.flag("unique", false)) {
            Map<String, Entry> newest = new LinkedHashMap<>();
            for (Entry entry : found) {
                newest.remove(entry.input);
                newest.put(entry.input, entry);
            }
            found = List.copyOf(newest.values());
        }
        return last(found, request.number("n", Integer.MAX_VALUE));
    }

    private static List<Entry> last(List<Entry> from, int count) {
        return List.copyOf(from.subList(Math.max(0, from.size() - Math.max(0, count)), from.size()));
    }

    private static Pattern glob(String text) {
        StringBuilder regex = new StringBuilder();
        text.codePoints()
                .forEach(c -> regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(Character.toString(c))));
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }
}

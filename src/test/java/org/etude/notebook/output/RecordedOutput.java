// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.output;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Keeps what a cell prints and shows. */
public final class RecordedOutput implements CellOutput {
    private final StringBuffer out = new StringBuffer();
    private final StringBuffer err = new StringBuffer();
    private final List<String> events = new ArrayList<>();
    private final List<MimeBundle> shown = new ArrayList<>();
    private String answer;

    /** Answers questions. */
    public RecordedOutput answering(String line) {
        answer = line;
        return this;
    }

    @Override
    public synchronized void stream(StreamName name, String text) {
        (name == StreamName.STDOUT ? out : err).append(text);
        events.add(name + " " + text.strip());
    }

    @Override
    public synchronized void display(MimeBundle data, String displayId, boolean update) {
        shown.add(data);
        events.add((update ? "update " : "display ") + data.data().get(MimeBundle.PLAIN));
    }

    @Override
    public synchronized void clear(boolean wait) {
        events.add("clear " + wait);
    }

    @Override
    public String input(String prompt, boolean hidden) throws IOException {
        if (answer == null) {
            return CellOutput.super.input(prompt, hidden);
        }
        synchronized (this) {
            events.add((hidden ? "secret " : "ask ") + prompt);
        }
        return answer;
    }

    /** What was printed. */
    public String out() {
        return out.toString();
    }

    /** What was printed as errors. */
    public String err() {
        return err.toString();
    }

    /** All that happened, in order. */
    public synchronized List<String> events() {
        return List.copyOf(events);
    }

    /** The bundles shown. */
    public synchronized List<MimeBundle> shown() {
        return List.copyOf(shown);
    }
}

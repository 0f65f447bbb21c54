// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import org.etude.notebook.output.MimeBundle;
import org.etude.notebook.output.OutputBuffer;

/**
 * What cells can call without a name before it: {@link #display}, {@link #updateDisplay}, {@link #clearOutput},
 * {@link #readLine}. Each finds the cell by the class loader of the calling code, or by the thread that calls.
 */
public final class CellFunctions {
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private CellFunctions() {}

    /** Shows a value below the cell, now; gives the id for {@link #updateDisplay}. */
    public static String display(Object value) {
        String id = UUID.randomUUID().toString();
        display(value, id);
        return id;
    }

    /** Shows a value under an id of your own. */
    public static void display(Object value, String id) {
        CellSession session = session();
        session.output().display(session.rendered(value), id, false);
    }

    /** Replaces what was shown under an id, wherever it stands in the notebook. */
    public static void updateDisplay(String id, Object value) {
        CellSession session = session();
        session.output().display(session.rendered(value), id, true);
    }

    /** Shows HTML as it is. */
    public static String displayHtml(String html) {
        return display(MimeBundle.html(html, html.replaceAll("<[^>]*>", "")));
    }

    /** Removes what the cell has shown. */
    public static void clearOutput() {
        clearOutput(false);
    }

    /** Removes what the cell has shown; with {@code wait}, when the next output comes, so that nothing flickers. */
    public static void clearOutput(boolean wait) {
        session().output().clear(wait);
    }

    /**
     * Asks for a line in the notebook.
     *
     * @throws IOException where nobody can answer
     */
    public static String readLine(String prompt) throws IOException {
        return ask(prompt, false);
    }

    /** {@link #readLine} whose answer does not show. */
    public static String readPassword(String prompt) throws IOException {
        return ask(prompt, true);
    }

    /**
     * What the surroundings of the cells provide: the Jupyter kernel its comms.
     *
     * @throws IllegalStateException when they do not
     */
    public static <T> T service(Class<T> type) {
        return serviceIfAny(type)
                .orElseThrow(
                        () -> new IllegalStateException("no " + type.getSimpleName() + " here: not in this runner"));
    }

    /** What the surroundings of the cells provide, if they do. */
    public static <T> Optional<T> serviceIfAny(Class<T> type) {
        return session().service(type);
    }

    /** A value as this notebook shows it. */
    public static MimeBundle rendered(Object value) {
        return session().rendered(value);
    }

    private static String ask(String prompt, boolean hidden) throws IOException {
        OutputBuffer output = session().output();
        output.flush();
        return output.target().input(prompt, hidden);
    }

    /** Of the calling cell's code; a thread of a shared pool may stand in the group of an older cell. */
    private static CellSession session() {
        return WALKER.walk(
                        frames -> frames.map(frame -> frame.getDeclaringClass().getClassLoader())
                                .filter(SnippetLoader.class::isInstance)
                                .map(loader -> ((SnippetLoader) loader).session())
                                .findFirst())
                .or(() -> Optional.ofNullable(CellThreads.current()).map(CellThreads::session))
                .orElseThrow(() -> new IllegalStateException("only cells of a notebook can show or ask"));
    }
}

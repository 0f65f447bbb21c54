// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import org.etude.notebook.output.MimeBundle;
import org.etude.notebook.output.OutputBuffer;

/**
 * Functions that cells can call without a qualifier: {@link #display}, {@link #updateDisplay}, {@link #clearOutput},
 * {@link #readLine}. Each finds its cell by the class loader of the calling code, or by the calling thread.
 */
public final class CellFunctions {
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private CellFunctions() {}

    /** Shows a value below the cell immediately; returns the id for {@link #updateDisplay}. */
    public static String display(Object value) {
        String id = UUID.randomUUID().toString();
        display(value, id);
        return id;
    }

    /** Shows a value under a given id. */
    public static void display(Object value, String id) {
        CellSession session = session();
        session.output().display(session.rendered(value), id, false);
    }

    /** Replaces what was shown under an id, anywhere in the notebook. */
    public static void updateDisplay(String id, Object value) {
        CellSession session = session();
        session.output().display(session.rendered(value), id, true);
    }

    /** Shows HTML unchanged. */
    public static String displayHtml(String html) {
        return display(MimeBundle.html(html, html.replaceAll("<[^>]*>", "")));
    }

    /** Removes the output of the cell. */
    public static void clearOutput() {
        clearOutput(false);
    }

    /** Removes the output of the cell; with {@code wait}, only when the next output arrives, to avoid flicker. */
    public static void clearOutput(boolean wait) {
        session().output().clear(wait);
    }

    /**
     * Asks the user for a line.
     *
     * @throws IOException when nobody can answer
     */
    public static String readLine(String prompt) throws IOException {
        return ask(prompt, false);
    }

    /** Like {@link #readLine}, but the input is hidden. */
    public static String readPassword(String prompt) throws IOException {
        return ask(prompt, true);
    }

    /**
     * A service of the cells' environment, such as the comms of the Jupyter kernel.
     *
     * @throws IllegalStateException when it is not available
     */
    public static <T> T service(Class<T> type) {
        return serviceIfAny(type)
                .orElseThrow(
                        () -> new IllegalStateException("no " + type.getSimpleName() + " here: not in this runner"));
    }

    /** A service of the cells' environment, if available. */
    public static <T> Optional<T> serviceIfAny(Class<T> type) {
        return session().service(type);
    }

    /** Renders a value as this notebook shows it. */
    public static MimeBundle rendered(Object value) {
        return session().rendered(value);
    }

    private static String ask(String prompt, boolean hidden) throws IOException {
        OutputBuffer output = session().output();
        output.flush();
        return output.target().input(prompt, hidden);
    }

    /** The session of the calling cell's code; a thread of a shared pool may be in the group of an older cell. */
    private static CellSession session() {
        return WALKER.walk(
                        frames -> frames.map(frame -> frame.getDeclaringClass().getClassLoader())
                                .filter(SnippetLoader.class::isInstance)
                                .map(loader -> ((SnippetLoader) loader).session())
                                .findFirst())
                .or(() -> Optional.ofNullable(CellThreads.current()).map(CellThreads::session))
                .orElseThrow(() ->
                        new IllegalStateException("only cells of a notebook can display values or ask for input"));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.output;

import java.util.Map;

/**
 * A value as a notebook shows it.
 *
 * @param data by MIME type; text is a String, JSON types are maps and lists; always contains {@code text/plain}
 * @param metadata by MIME type; may be empty
 */
public record MimeBundle(Map<String, Object> data, Map<String, Object> metadata) {
    /** The MIME type that every bundle contains. */
    public static final String PLAIN = "text/plain";

    private static final String PROGRESS = "etude_progress";

    /** Copies the maps. */
    public MimeBundle {
        data = Map.copyOf(data);
        metadata = Map.copyOf(metadata);
    }

    /** A bundle of plain text. */
    public static MimeBundle plain(String text) {
        return new MimeBundle(Map.of(PLAIN, text), Map.of());
    }

    /** A bundle of HTML and its plain-text fallback. */
    public static MimeBundle html(String html, String plain) {
        return new MimeBundle(Map.of(PLAIN, plain, "text/html", html), Map.of());
    }

    /** A bundle of HTML and text that show the progress of a call; removed once the call has ended. */
    public static MimeBundle progress(String html, String plain) {
        return new MimeBundle(Map.of(PLAIN, plain, "text/html", html), Map.of(PROGRESS, true));
    }

    /** Whether this is a {@linkplain #progress progress bar}. */
    public boolean isProgress() {
        return metadata.containsKey(PROGRESS);
    }
}

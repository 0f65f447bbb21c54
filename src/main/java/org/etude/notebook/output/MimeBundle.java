// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.output;

import java.util.Map;

/**
 * A value as a notebook shows it.
 *
 * @param data by MIME type; text is a String, JSON types are maps and lists; {@code text/plain} is always there
 * @param metadata by MIME type; may be empty
 */
public record MimeBundle(Map<String, Object> data, Map<String, Object> metadata) {
    /** The type every bundle has. */
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

    /** A bundle of HTML and the text that represents it where HTML does not show. */
    public static MimeBundle html(String html, String plain) {
        return new MimeBundle(Map.of(PLAIN, plain, "text/html", html), Map.of());
    }

    /** A bundle of HTML and text that show the progress of a call; dropped once the call has ended. */
    public static MimeBundle progress(String html, String plain) {
        return new MimeBundle(Map.of(PLAIN, plain, "text/html", html), Map.of(PROGRESS, true));
    }

    /** Whether this is a {@linkplain #progress progress bar}. */
    public boolean isProgress() {
        return metadata.containsKey(PROGRESS);
    }
}

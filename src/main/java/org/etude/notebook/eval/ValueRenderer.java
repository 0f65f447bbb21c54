// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import org.etude.notebook.output.MimeBundle;

/** Converts a value to what a notebook shows. */
@FunctionalInterface
public interface ValueRenderer {
    /** Renders plain text only. */
    ValueRenderer TEXT = value -> MimeBundle.plain(String.valueOf(value));

    /**
     * Renders a value.
     *
     * @param value any value, including null
     * @return a bundle that always contains {@code text/plain}
     */
    MimeBundle render(Object value);
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import org.etude.notebook.output.MimeBundle;

/** Makes of a value what a notebook shows. */
@FunctionalInterface
public interface ValueRenderer {
    /** Plain text only. */
    ValueRenderer TEXT = value -> MimeBundle.plain(String.valueOf(value));

    /**
     * Renders a value.
     *
     * @param value any value, also null
     * @return with {@code text/plain} always
     */
    MimeBundle render(Object value);
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import org.etude.cli.base.ParsedText;
import org.etude.unit.Bytes;

/** Parses a size such as {@code 2GB}. */
public final class BytesText extends ParsedText<Bytes> {
    /** For picocli. */
    public BytesText() {
        super(Bytes::parse);
    }
}

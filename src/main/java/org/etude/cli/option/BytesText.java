// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import org.etude.unit.Bytes;

/** Reads a size such as {@code 2GB}. */
public final class BytesText extends ParsedText<Bytes> {
    /** Made by the command line. */
    public BytesText() {
        super(Bytes::parse);
    }
}

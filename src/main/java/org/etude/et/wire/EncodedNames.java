// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import java.nio.charset.StandardCharsets;
import org.etude.trace.model.StringTable;

/** The texts of a dictionary in UTF-8, each encoded once. */
final class EncodedNames {
    private final StringTable names;
    private final byte[][] encoded;

    EncodedNames(StringTable names) {
        this.names = names;
        this.encoded = new byte[names.size()][];
    }

    byte[] bytes(int id) {
        byte[] bytes = encoded[id];
        if (bytes == null) {
            bytes = names.text(id).getBytes(StandardCharsets.UTF_8);
            encoded[id] = bytes;
        }
        return bytes;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * One file that may hold a trace, by itself or inside an archive.
 *
 * @param path the file on disk
 * @param entry name inside the archive, or "" when the file itself is meant
 * @param folder folders between the place the user named and the file, archives with several entries included
 * @param name name of the file or entry without folders
 * @param named whether the user named this very file rather than a directory
 */
public record TraceSource(Path path, String entry, String folder, String name, boolean named) {
    /** For messages. */
    public String display() {
        return entry.isEmpty() ? path.toString() : path + "!" + entry;
    }

    /** The unpacked bytes. */
    public InputStream open() throws IOException {
        return Unpack.open(path, entry);
    }
}

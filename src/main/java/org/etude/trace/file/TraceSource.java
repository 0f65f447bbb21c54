// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * A file or archive entry that may hold a trace.
 *
 * @param path the file on disk
 * @param entry name inside the archive, or "" when the file itself is meant
 * @param folder directories between the given path and the file, including archives with several entries
 * @param name name of the file or entry without directories
 * @param named whether the user gave this file rather than a directory
 */
public record TraceSource(Path path, String entry, String folder, String name, boolean named) {
    /** What a recording of rocprofv3 is called as the entry of its file. */
    static final String ROCPROFV3 = "rocprofv3";

    /** Whether its content was recognised as rocprofv3's. */
    public boolean isRocprof() {
        return entry.equals(ROCPROFV3);
    }

    /** For messages. */
    public String display() {
        return entry.isEmpty() ? path.toString() : path + "!" + entry;
    }

    /** Opens the decompressed bytes. */
    public InputStream open() throws IOException {
        return Unpack.open(path, entry);
    }

    /** {@link #open} for one who reads little of it: takes less of the file at a time. */
    public InputStream openBeginning() throws IOException {
        return Unpack.openBeginning(path, entry);
    }
}

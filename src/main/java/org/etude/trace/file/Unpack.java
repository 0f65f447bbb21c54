// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.file;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.etude.report.Gzip;
import org.etude.trace.database.ProfilerDatabase;
import org.etude.trace.rocprof.RocprofJson;
import org.etude.trace.rocprof.RocprofTables;

/** Opens files through their packing: gzip, zip or tar, as determined by the first bytes, never by the name. */
final class Unpack {
    private static final int BUFFER = 1 << 16;
    /** Buffer for the beginning of a file. */
    private static final int LOOK = 1 << 12;
    /** Bytes that tell a database or a zip archive. */
    private static final int HEAD = 16;
    /** Maximum number of layers, because a file may decompress to itself. */
    private static final int LAYERS = 4;

    private Unpack() {}

    /** How a file is packed. */
    enum Packing {
        /** The bytes themselves, or gzip of them. */
        SINGLE,
        /** A zip archive. */
        ZIP,
        /** A tar archive, possibly inside gzip. */
        TAR,
        /** An SQLite database, with one trace per process. */
        DATABASE,
        /** One of the tables that rocprofv3 wrote for a process. */
        ROCPROF_TABLE,
        /** The JSON of rocprofv3. */
        ROCPROF_JSON
    }

    /** How a file is packed. */
    static Packing packing(Path path) throws IOException {
        try (BufferedInputStream raw = new BufferedInputStream(Files.newInputStream(path), LOOK)) {
            raw.mark(LOOK);
            byte[] head = raw.readNBytes(HEAD);
            raw.reset();
            if (ProfilerDatabase.startsAsOne(head)) {
                return Packing.DATABASE;
            }
            if (isZip(head)) {
                return Packing.ZIP;
            }
            return unpacked(raw);
        }
    }

    private static Packing unpacked(InputStream raw) {
        byte[] block;
        try {
            block = gunzip(raw, LOOK).readNBytes(TarStream.BLOCK);
        } catch (IOException e) {
            return Packing.SINGLE; // reading it as a trace reports what is broken
        }
        if (TarStream.isTar(block)) {
            return Packing.TAR;
        }
        if (RocprofJson.startsAsOne(block)) {
            return Packing.ROCPROF_JSON;
        }
        return RocprofTables.startsAsOne(block) ? Packing.ROCPROF_TABLE : Packing.SINGLE;
    }

    /** Opens a file, or an entry of an archive; the caller closes it. */
    static InputStream open(Path path, String entry) throws IOException {
        if (entry.isEmpty()) {
            return plain(path, BUFFER);
        }
        return switch (packing(path)) {
            case ZIP -> zipEntry(path, entry);
            case DATABASE -> ProfilerDatabase.open(path, entry);
            case ROCPROF_TABLE -> RocprofTables.open(path);
            case ROCPROF_JSON -> RocprofJson.open(() -> plain(path, BUFFER));
            default -> tarEntry(path, entry);
        };
    }

    /** The same with small buffers, for one who reads little of it. */
    static InputStream openBeginning(Path path, String entry) throws IOException {
        return entry.isEmpty() ? plain(path, LOOK) : open(path, entry);
    }

    private static InputStream plain(Path path, int buffer) throws IOException {
        InputStream in = Files.newInputStream(path);
        try {
            return gunzip(in, buffer);
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /**
     * Removes a few layers of gzip, if any. The innermost layer is not buffered, because the bytes that it returned
     * before a failure must reach the reader.
     */
    static InputStream gunzip(InputStream in) throws IOException {
        return gunzip(in, BUFFER);
    }

    /** The same with buffers of a size, in bytes. */
    private static InputStream gunzip(InputStream in, int buffer) throws IOException {
        PushbackInputStream inner = new PushbackInputStream(new BufferedInputStream(in, buffer), 2);
        for (int layer = 0; layer < LAYERS && startsAsGzip(inner); layer++) {
            BufferedInputStream packed = new BufferedInputStream(inner, buffer);
            inner = new PushbackInputStream(new GZIPInputStream(new Eager(packed), buffer), 2);
        }
        return inner;
    }

    private static boolean startsAsGzip(PushbackInputStream in) throws IOException {
        byte[] head = in.readNBytes(2);
        in.unread(head);
        return Gzip.startsWith(head);
    }

    private static InputStream zipEntry(Path path, String entry) throws IOException {
        ZipFile zip = new ZipFile(path.toFile());
        try {
            ZipEntry found = zip.getEntry(entry);
            if (found == null) {
                throw new IOException("the archive has no entry " + entry);
            }
            return new FilterInputStream(gunzip(zip.getInputStream(found))) {
                @Override
                public void close() throws IOException {
                    super.close();
                    zip.close();
                }
            };
        } catch (IOException e) {
            zip.close();
            throw e;
        }
    }

    private static InputStream tarEntry(Path path, String entry) throws IOException {
        TarStream tar = new TarStream(plain(path, BUFFER));
        try {
            for (String name = tar.next(); name != null; name = tar.next()) {
                if (name.equals(entry)) {
                    return gunzip(tar);
                }
            }
        } catch (IOException e) {
            tar.close();
            throw e;
        }
        tar.close();
        throw new IOException("the archive has no entry " + entry);
    }

    private static boolean isZip(byte[] head) {
        return head.length >= 4 && head[0] == 'P' && head[1] == 'K' && head[2] == 3 && head[3] == 4;
    }

    /** GZIPInputStream looks for a further member only when more bytes are reported as available. */
    private static final class Eager extends FilterInputStream {
        Eager(BufferedInputStream in) {
            super(in);
        }

        @Override
        public int available() throws IOException {
            in.mark(1);
            int next = in.read();
            in.reset();
            return next < 0 ? 0 : Math.max(1, in.available());
        }
    }
}

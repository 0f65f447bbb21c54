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

/** Opens files through their packing: gzip, zip or tar, as determined by the first bytes, never by the name. */
final class Unpack {
    private static final int BUFFER = 1 << 16;
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
        DATABASE
    }

    /** How a file is packed. */
    static Packing packing(Path path) throws IOException {
        if (ProfilerDatabase.isOne(path)) {
            return Packing.DATABASE;
        }
        try (InputStream raw = Files.newInputStream(path)) {
            byte[] head = raw.readNBytes(4);
            if (isZip(head)) {
                return Packing.ZIP;
            }
        }
        try (InputStream in = plain(path)) {
            return TarStream.isTar(in.readNBytes(TarStream.BLOCK)) ? Packing.TAR : Packing.SINGLE;
        } catch (IOException e) {
            return Packing.SINGLE; // reading it as a trace reports what is broken
        }
    }

    /** Opens a file, or an entry of an archive; the caller closes it. */
    static InputStream open(Path path, String entry) throws IOException {
        if (entry.isEmpty()) {
            return plain(path);
        }
        return switch (packing(path)) {
            case ZIP -> zipEntry(path, entry);
            case DATABASE -> ProfilerDatabase.open(path, entry);
            default -> tarEntry(path, entry);
        };
    }

    private static InputStream plain(Path path) throws IOException {
        InputStream in = Files.newInputStream(path);
        try {
            return gunzip(in);
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
        PushbackInputStream inner = new PushbackInputStream(new BufferedInputStream(in, BUFFER), 2);
        for (int layer = 0; layer < LAYERS && startsAsGzip(inner); layer++) {
            BufferedInputStream packed = new BufferedInputStream(inner, BUFFER);
            inner = new PushbackInputStream(new GZIPInputStream(new Eager(packed), BUFFER), 2);
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
        TarStream tar = new TarStream(plain(path));
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
        return head.length == 4 && head[0] == 'P' && head[1] == 'K' && head[2] == 3 && head[3] == 4;
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

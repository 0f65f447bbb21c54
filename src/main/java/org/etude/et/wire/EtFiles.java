// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.WireFault;
import org.etude.report.AtomicFiles;
import org.etude.report.Gzip;
import org.etude.report.IoReason;
import org.etude.report.Progress;
import org.etude.report.Report;

/**
 * Reads and writes Chakra ET files ({@code prefix.RANK.et}, also gzip). Reading a file written by any protobuf library
 * and writing it again gives the same bytes; fields unknown to the schema are kept. Time and memory grow with the size
 * of the file: about 300 MB/s and less memory than the file has bytes.
 */
public final class EtFiles {
    private EtFiles() {}

    /**
     * Reads one ET file (plain or gzip).
     *
     * @throws EtException with file, byte offset and record number when it is broken
     */
    public static EtGraph read(Path file) {
        try (InputStream raw = Files.newInputStream(file);
                InputStream in = Gzip.unpacked(raw)) {
            return read(in, file.toString());
        } catch (NoSuchFileException e) {
            throw new EtException(file + ": no such file", "Give a Chakra ET file such as workload.0.et.");
        } catch (IOException e) {
            throw notRead(file, e);
        }
    }

    /** The bytes that {@link #write} puts into a file. */
    public static byte[] bytes(EtGraph graph) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            write(graph, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** The graph of {@link #bytes}. */
    public static EtGraph of(byte[] bytes) {
        try {
            return read(new ByteArrayInputStream(bytes), "saved execution trace");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads ET records from a stream.
     *
     * @param name its name in messages
     * @throws EtException with byte offset (in the decompressed data) and record number when it is broken
     * @throws IOException when the stream fails
     */
    static EtGraph read(InputStream in, String name) throws IOException {
        EtReader reader = new EtReader(in);
        try {
            return reader.read();
        } catch (WireFault e) {
            throw broken(name, reader, reader.source().offset(e.at()), e.getMessage(), e);
        } catch (EOFException | ZipException e) {
            throw broken(name, reader, reader.source().offset(), "" + e.getMessage(), e);
        } catch (ArithmeticException e) {
            throw broken(name, reader, reader.source().offset(), "more than 2 billion values in one file", e);
        }
    }

    private static EtException broken(String name, EtReader reader, long offset, String what, Exception cause) {
        return new EtException(
                name + ": not a valid Chakra ET: record " + reader.record() + ", byte " + offset + ": " + what,
                "Write or copy the file again; it must be a Chakra ET (records of protobuf), plain or gzip.",
                Report.empty(),
                cause);
    }

    /**
     * Writes one ET file, through a temporary file that is moved into place; gzip when its name ends in .gz.
     *
     * @throws EtException when it cannot be written
     */
    public static void write(EtGraph graph, Path file) {
        try {
            AtomicFiles.write(file, out -> {
                if (file.getFileName().toString().endsWith(".gz")) {
                    GZIPOutputStream packed = new GZIPOutputStream(out, 1 << 16);
                    write(graph, packed);
                    packed.finish();
                } else {
                    write(graph, out);
                }
            });
        } catch (IOException e) {
            throw notWritten(file, e);
        }
    }

    /**
     * Reads all ranks of a prefix ({@code prefix.RANK.et} or {@code .et.gz}) and {@code groups.json} next to them if
     * present. A directory denotes the only prefix in it. A missing rank below the highest becomes an empty graph and
     * an ERROR finding.
     *
     * @throws EtException when there is no such file or a file is broken
     */
    public static EtSet readSet(Path prefix, Progress progress) {
        return EtSetFiles.read(prefix, progress);
    }

    /**
     * Writes all ranks as {@code prefix.RANK.et} into a directory, and {@code groups.json} next to them: all of these or none.
     *
     * @throws EtException when one cannot be written, or the directory holds higher ranks of the same prefix, which
     *     would be read as part of this job, or another job with other process groups
     */
    public static void writeSet(EtSet set, Path directory, Progress progress) {
        writeSet(set, directory, Existing.KEEP, progress);
    }

    /**
     * Writes all ranks and the groups: all of these or none.
     *
     * @param existing what becomes of ETs that the directory holds
     * @throws EtException when one cannot be written, or the directory holds an ET that must stay
     */
    public static void writeSet(EtSet set, Path directory, Existing existing, Progress progress) {
        EtFileSet.of(set).write(directory, existing, progress);
    }

    /** Writes the records to a stream; does not close it. */
    static void write(EtGraph graph, OutputStream out) throws IOException {
        BufferedOutputStream buffered = new BufferedOutputStream(out, 1 << 16);
        EtWriter.write(graph, buffered);
        buffered.flush();
    }

    static EtException notRead(Path file, IOException cause) {
        return new EtException(
                file + ": cannot be read: " + IoReason.of(cause),
                "Check that the path exists and may be read.",
                Report.empty(),
                cause);
    }

    static EtException notWritten(Path file, IOException cause) {
        return new EtException(
                IoReason.notWritten(file, cause), IoReason.notWrittenAdvice(cause), Report.empty(), cause);
    }
}

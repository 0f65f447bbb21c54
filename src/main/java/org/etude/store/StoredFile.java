// SPDX-License-Identifier: Apache-2.0
package org.etude.store;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.etude.report.AtomicFiles;
import org.etude.report.EtudeException;
import org.etude.report.IoReason;

/**
 * A file with one saved value. Its first line is plain text, {@code etude simulation 2 0.1.0}: the kind of value, the
 * format version and the version of Etude that wrote it. The rest is gzip-compressed and covered by gzip's checksum.
 */
public final class StoredFile {
    /** File extension that Etude uses for these files. */
    public static final String ENDING = ".etude";

    /** Incremented with every addition to {@link Tag}. */
    private static final int FORMAT = 2;

    private static final int BUFFER = 1 << 16;
    private static final int LONGEST_LINE = 200;
    private static final String END = "end of the saved value";
    private static final AtomicFiles.Content NOTHING = out -> {};

    private StoredFile() {}

    /**
     * Writes a value atomically.
     *
     * @param kind the kind of value, one word
     * @throws StoreException when the file cannot be written
     */
    public static void write(Path file, String kind, Record value) {
        write(file, kind, value, Deflater.DEFAULT_COMPRESSION, NOTHING);
    }

    /** Writes in a third of the time to a file a fifth larger, for values that are soon read once. */
    public static void writeQuickly(Path file, String kind, Record value) {
        write(file, kind, value, Deflater.BEST_SPEED, NOTHING);
    }

    /** The same with data appended after the value, for {@link #read(Path, String, Class, Consumer)}. */
    public static void writeQuickly(Path file, String kind, Record value, AtomicFiles.Content rest) {
        write(file, kind, value, Deflater.BEST_SPEED, rest);
    }

    private static void write(Path file, String kind, Record value, int level, AtomicFiles.Content rest) {
        try {
            AtomicFiles.write(file, out -> write(out, kind, value, level, rest));
        } catch (IOException e) {
            throw new StoreException(IoReason.notWritten(file, e), IoReason.notWrittenAdvice(e), e);
        }
    }

    private static void write(OutputStream raw, String kind, Record value, int level, AtomicFiles.Content rest)
            throws IOException {
        raw.write(("etude " + kind + " " + FORMAT + " " + version() + "\n").getBytes(StandardCharsets.UTF_8));
        GZIPOutputStream zip = new LevelledGzip(raw, level);
        OutputStream buffer = new BufferedOutputStream(zip, BUFFER);
        RecordOutput out = new RecordOutput(buffer);
        out.write(value);
        out.write(END);
        out.flush();
        rest.writeTo(buffer);
        buffer.flush();
        zip.finish();
    }

    /**
     * Serialises a value to the bytes of its file, for sending.
     *
     * @throws IllegalArgumentException when the type of some part cannot be saved
     */
    public static byte[] bytes(String kind, Record value) {
        return bytes(kind, value, Deflater.BEST_SPEED);
    }

    /** The same without compression, in two thirds of the time, for small values that stay on this machine. */
    public static byte[] plainBytes(String kind, Record value) {
        return bytes(kind, value, Deflater.NO_COMPRESSION);
    }

    private static byte[] bytes(String kind, Record value, int level) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            write(out, kind, value, level, NOTHING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** Gzip output with a selectable compression level. */
    private static final class LevelledGzip extends GZIPOutputStream {
        LevelledGzip(OutputStream out, int level) throws IOException {
            super(out, BUFFER);
            def.setLevel(level);
        }
    }

    private static String version() {
        String stated = StoredFile.class.getPackage().getImplementationVersion();
        return stated == null ? "development" : stated;
    }

    /** The kind of value in a file, as given to {@link #write}; "" when it is a different file or cannot be read. */
    public static String kind(Path file) {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            String[] words = line(in).split(" ");
            return words.length > 1 && words[0].equals("etude") ? words[1] : "";
        } catch (IOException e) {
            return "";
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        int next = in.read();
        while (next >= 0 && next != '\n' && line.length() < LONGEST_LINE) {
            line.append((char) next);
            next = in.read();
        }
        return line.toString();
    }

    /**
     * Opens a value.
     *
     * @param kind the kind it was written as
     * @throws StoreException when the file holds no such value, is truncated or damaged, or has another format version
     */
    public static <T extends Record> T read(Path file, String kind, Class<T> type) {
        return read(file, kind, type, in -> {});
    }

    /**
     * Opens a value with data appended after it.
     *
     * @param rest consumes the appended data to its end; may throw {@link UncheckedIOException}
     */
    public static <T extends Record> T read(Path file, String kind, Class<T> type, Consumer<InputStream> rest) {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER)) {
            return read(in, file.toString(), kind, type, rest);
        } catch (IOException e) {
            throw new StoreException(
                    file + ": cannot be read: " + IoReason.of(e), "Check the path and its permissions.", e);
        }
    }

    /**
     * Opens a value serialised by {@link #bytes}.
     *
     * @throws StoreException as {@link #read} does
     */
    public static <T extends Record> T of(byte[] bytes, String kind, Class<T> type) {
        return of(bytes, kind + " of " + bytes.length + " bytes", kind, type);
    }

    /**
     * The same, of bytes that were read from a file.
     *
     * @param file named in errors
     */
    public static <T extends Record> T of(byte[] bytes, String file, String kind, Class<T> type) {
        try {
            return read(new ByteArrayInputStream(bytes), file, kind, type, in -> {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static <T extends Record> T read(
            InputStream in, String file, String kind, Class<T> type, Consumer<InputStream> rest) throws IOException {
        String[] words = line(in).split(" ");
        if (words.length < 4 || !words[0].equals("etude")) {
            throw new StoreException(
                    file + ": is not a value saved by Etude", "Give a file written by save(...) or --out.", null);
        }
        check(file, kind, words);
        return value(file, in, type, words[3], rest);
    }

    private static void check(String file, String kind, String... words) {
        if (!words[1].equals(kind)) {
            throw new StoreException(
                    file + ": holds " + words[1] + ", not " + kind,
                    "Open it with the read(...) method of that kind of value.",
                    null);
        }
        if (!words[2].equals(Integer.toString(FORMAT))) {
            throw new StoreException(
                    file + ": has format " + words[2] + ", written by Etude " + words[3]
                            + "; this version reads format " + FORMAT,
                    "Open it with the version that wrote it, or create it again.",
                    null);
        }
    }

    private static <T extends Record> T value(
            String file, InputStream in, Class<T> type, String writer, Consumer<InputStream> rest) {
        try {
            InputStream zip = new BufferedInputStream(new GZIPInputStream(in, BUFFER), BUFFER);
            RecordInput input = new RecordInput(zip);
            T value = type.cast(intact(input, zip));
            if (!END.equals(input.read())) {
                throw new EOFException();
            }
            rest.accept(zip);
            if (zip.read() >= 0) {
                throw new EOFException();
            }
            return value;
        } catch (RecordInput.OtherVersion e) {
            throw new StoreException(
                    file + ": was written by Etude " + writer + "; this version (" + version() + ") cannot open it: "
                            + e.getMessage(),
                    "Open it with the version that wrote it, or create it again.",
                    e);
        } catch (UncheckedIOException e) {
            throw unusable(file, e.getCause());
        } catch (IOException | RuntimeException e) {
            // Damaged values are used before the checksum at the end is read, so any code may reject them.
            throw unusable(file, e);
        }
    }

    /** Reads the value. Damage, too, reads as types of another version, but not with the right checksum at the end. */
    private static Object intact(RecordInput input, InputStream zip) throws IOException {
        try {
            return input.read();
        } catch (RecordInput.OtherVersion e) {
            zip.transferTo(OutputStream.nullOutputStream());
            throw e;
        }
    }

    private static StoreException unusable(String file, Exception e) {
        return e instanceof EOFException
                ? new StoreException(
                        file + ": ends too early",
                        "The file was probably copied while it was being written. Copy it again.",
                        e)
                : new StoreException(
                        file + ": is damaged: "
                                + (e instanceof IOException || e instanceof EtudeException
                                        ? e.getMessage()
                                        : "its parts do not fit together"),
                        "Copy it again, or create it again.",
                        e);
    }
}

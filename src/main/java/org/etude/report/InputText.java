// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Text files that users give, without the byte-order mark that some editors put in front. */
@Internal
public final class InputText {
    private static final String MARK = "\uFEFF";

    private InputText() {}

    /**
     * The text of a file in UTF-8.
     *
     * @throws java.nio.charset.CharacterCodingException when it is not UTF-8
     * @throws IOException when it cannot be read
     */
    public static String utf8(Path file) throws IOException {
        return read(file, StandardCharsets.UTF_8);
    }

    /**
     * The text of a file whose bytes beyond ASCII do not matter: each is one character.
     *
     * @throws IOException when it cannot be read
     */
    public static String bytes(Path file) throws IOException {
        return read(file, StandardCharsets.ISO_8859_1);
    }

    /**
     * The first bytes of a file, each as one character; of a file in UTF-16 with a byte-order mark, its first characters.
     *
     * @throws IOException when it cannot be read
     */
    public static String beginning(Path file, int bytes) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return beginning(in, bytes);
        }
    }

    /** The same of a stream, which is read. */
    public static String beginning(InputStream in, int bytes) throws IOException {
        byte[] head = in.readNBytes(bytes);
        return isUtf16(head)
                ? new String(head, StandardCharsets.UTF_16)
                : withoutMark(new String(head, StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1);
    }

    /**
     * The characters of a log: UTF-16 if it starts with its byte-order mark, as what Windows PowerShell redirects to a file,
     * else UTF-8. What is no character is replaced.
     *
     * @throws IOException when the stream cannot be read
     */
    public static BufferedReader reader(InputStream bytes) throws IOException {
        BufferedInputStream in = new BufferedInputStream(bytes);
        in.mark(2);
        Charset charset = isUtf16(in.readNBytes(2)) ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
        in.reset();
        return withoutMark(new BufferedReader(new InputStreamReader(in, charset)));
    }

    /**
     * The characters of a file in UTF-8.
     *
     * @return a reader that throws {@link java.nio.charset.CharacterCodingException} at what is not UTF-8
     * @throws IOException when it cannot be read, or its beginning is not UTF-8
     */
    public static BufferedReader strictReader(Path file) throws IOException {
        return withoutMark(Files.newBufferedReader(file, StandardCharsets.UTF_8));
    }

    /**
     * The bytes behind the byte-order mark of UTF-8, if they start with one.
     *
     * @throws IOException when the stream cannot be read
     */
    public static InputStream withoutMark(InputStream bytes) throws IOException {
        byte[] mark = MARK.getBytes(StandardCharsets.UTF_8);
        BufferedInputStream in = new BufferedInputStream(bytes);
        in.mark(mark.length);
        if (!Arrays.equals(in.readNBytes(mark.length), mark)) {
            in.reset();
        }
        return in;
    }

    private static BufferedReader withoutMark(BufferedReader in) throws IOException {
        try {
            in.mark(1);
            if (in.read() != MARK.charAt(0)) {
                in.reset();
            }
            return in;
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /** Whether bytes start with the byte-order mark of UTF-16. */
    public static boolean isUtf16(byte[] head) {
        int mark = head.length < 2 ? 0 : (head[0] & 0xFF) << 8 | head[1] & 0xFF;
        return mark == 0xFEFF || mark == 0xFFFE;
    }

    private static String read(Path file, Charset charset) throws IOException {
        return withoutMark(Files.readString(file, charset), charset);
    }

    private static String withoutMark(String text, Charset charset) {
        String mark = new String(MARK.getBytes(StandardCharsets.UTF_8), charset);
        return text.startsWith(mark) ? text.substring(mark.length()) : text;
    }
}

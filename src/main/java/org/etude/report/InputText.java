// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

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
     * The first bytes of a file, each as one character.
     *
     * @throws IOException when it cannot be read
     */
    public static String beginning(Path file, int bytes) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return withoutMark(
                    new String(in.readNBytes(bytes), StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1);
        }
    }

    private static String read(Path file, Charset charset) throws IOException {
        return withoutMark(Files.readString(file, charset), charset);
    }

    private static String withoutMark(String text, Charset charset) {
        String mark = new String(MARK.getBytes(StandardCharsets.UTF_8), charset);
        return text.startsWith(mark) ? text.substring(mark.length()) : text;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InputTextTest {
    @TempDir
    private Path dir;

    private Path file;

    @BeforeEach
    void place() {
        file = dir.resolve("t.txt");
    }

    @Test
    void onlyAMarkAtTheBeginningIsLeftOut() throws IOException {
        Files.writeString(file, "\uFEFFa\uFEFF\u00e9\r\n");
        assertThat(InputText.utf8(file)).isEqualTo("a\uFEFF\u00e9\r\n");
        assertThat(InputText.bytes(file)).isEqualTo("a\u00ef\u00bb\u00bf\u00c3\u00a9\r\n");
        assertThat(InputText.beginning(file, 5)).isEqualTo("a\u00ef");
        Files.writeString(file, "plain");
        assertThat(InputText.utf8(file)).isEqualTo(InputText.bytes(file)).isEqualTo("plain");
        assertThat(InputText.beginning(file, 99)).isEqualTo("plain");
        Files.writeString(file, "\uFEFF");
        assertThat(InputText.utf8(file)).isEmpty();
        assertThat(InputText.bytes(file)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-8"})
    void aByteOrderMarkTellsUtf16FromUtf8(String charset) throws IOException {
        Files.writeString(file, "\uFEFF<a\u00e9>", Charset.forName(charset));
        assertThat(InputText.beginning(file, 6).replace("\uFEFF", "")).startsWith("<a");
        try (Reader in = InputText.reader(Files.newInputStream(file))) {
            StringWriter text = new StringWriter();
            in.transferTo(text);
            assertThat(text.toString()).isEqualTo("<a\u00e9>");
        }
    }

    @Test
    void aReaderLeavesOutTheMarkAtTheBeginningOnly() throws IOException {
        Files.writeString(file, "\uFEFFa\uFEFF\nb");
        try (BufferedReader in = InputText.reader(Files.newInputStream(file));
                BufferedReader strict = InputText.strictReader(file)) {
            assertThat(in.lines()).containsExactly("a\uFEFF", "b");
            assertThat(strict.lines()).containsExactly("a\uFEFF", "b");
        }
        Files.writeString(file, "");
        try (BufferedReader in = InputText.reader(Files.newInputStream(file))) {
            assertThat(in.read()).isEqualTo(-1);
        }
    }

    @Test
    void onlyTheStrictReaderRefusesWhatIsNotUtf8() throws IOException {
        Files.write(file, new byte[] {'a', (byte) 0xff});
        try (BufferedReader in = InputText.reader(Files.newInputStream(file))) {
            assertThat(in.readLine()).isEqualTo("a\uFFFD");
        }
        assertThatThrownBy(() -> InputText.strictReader(file)).isInstanceOf(CharacterCodingException.class);
    }

    @Test
    void bytesThatAreNotUtf8AreRefusedOrKept() throws IOException {
        Files.write(file, new byte[] {'a', (byte) 0xff});
        assertThatThrownBy(() -> InputText.utf8(file)).isInstanceOf(CharacterCodingException.class);
        assertThat(InputText.bytes(file)).isEqualTo("a\u00ff");
    }
}

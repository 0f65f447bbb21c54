// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    @Test
    void bytesThatAreNotUtf8AreRefusedOrKept() throws IOException {
        Files.write(file, new byte[] {'a', (byte) 0xff});
        assertThatThrownBy(() -> InputText.utf8(file)).isInstanceOf(CharacterCodingException.class);
        assertThat(InputText.bytes(file)).isEqualTo("a\u00ff");
    }
}

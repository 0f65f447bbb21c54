// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files are known as gzip by their first bytes. */
class GzipTest {
    @TempDir
    Path dir;

    private byte[] read(byte[] content) throws IOException {
        Path file = Files.write(dir.resolve("named.json"), content);
        try (InputStream in = Gzip.open(file)) {
            return in.readAllBytes();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 100_000})
    void plainAndPackedFilesReadTheSameWhateverTheirName(int size) throws IOException {
        byte[] content = new byte[size];
        Arrays.fill(content, (byte) 0x1f);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(content);
        }
        assertThat(read(content)).isEqualTo(content);
        assertThat(Gzip.isGzip(dir.resolve("named.json"))).isFalse();
        assertThat(read(packed.toByteArray())).isEqualTo(content);
        assertThat(Gzip.isGzip(dir.resolve("named.json"))).isTrue();
    }

    @Test
    void aHeadWithoutTheRestIsAnError() {
        assertThatThrownBy(() -> read(new byte[] {0x1f, (byte) 0x8b})).isInstanceOf(IOException.class);
    }
}

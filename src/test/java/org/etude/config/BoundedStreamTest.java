// SPDX-License-Identifier: Apache-2.0
package org.etude.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Packed documents are unpacked, and no further than their limit. */
class BoundedStreamTest {
    @TempDir
    private Path dir;

    private static byte[] packed(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void endsAtItsLimitAndFailsBeyond() throws IOException {
        byte[] four = {1, 2, 3, 4};
        try (InputStream in = new BoundedStream(new ByteArrayInputStream(four), 4)) {
            assertThat(in.readAllBytes()).containsExactly(1, 2, 3, 4);
            assertThat(in.read()).isEqualTo(-1);
        }
        for (int block : new int[] {1, 3}) {
            try (InputStream in = new BoundedStream(new ByteArrayInputStream(four), 3)) {
                assertThat(in.readNBytes(3)).containsExactly(1, 2, 3);
                assertThatThrownBy(() -> in.readNBytes(block)).hasMessage("it is longer than 3 bytes");
            }
        }
        try (InputStream in = new BoundedStream(new ByteArrayInputStream(four), 0)) {
            assertThatThrownBy(in::read).isInstanceOf(IOException.class);
        }
    }

    @Test
    void packedDocumentsAreRead() throws Exception {
        Path json = Files.write(dir.resolve("a"), packed("{\"a\": 1}"));
        assertThat(JsonTree.of(json).path("a").asInt()).isEqualTo(1);
        Path xml = Files.write(dir.resolve("b"), packed("<a><b/></a>"));
        assertThat(XmlTree.of(xml).children("b")).hasSize(1);
    }
}

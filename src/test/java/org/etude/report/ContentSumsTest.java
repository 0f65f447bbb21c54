// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContentSumsTest {
    @TempDir
    private Path dir;

    private String of(byte[] bytes) throws IOException {
        return ContentSums.of(Files.write(dir.resolve("f"), bytes));
    }

    /** The check values of CRC-32 and Adler-32 in the catalogue of checksums. */
    @Test
    void lengthAndBothChecksumsAreStated() throws IOException {
        assertThat(of("123456789".getBytes(StandardCharsets.US_ASCII))).isEqualTo("9-cbf43926-091e01de");
        assertThat(of(new byte[0])).isEqualTo("0-00000000-00000001");
        assertThat(of(new byte[] {0})).isEqualTo("1-d202ef8d-00010001");
    }

    /** Sizes around the block of 64 KiB: zlib.crc32 and zlib.adler32 of b"\0" * N. */
    @Test
    void allBlocksCount() throws IOException {
        assertThat(of(new byte[65_535])).isEqualTo("65535-953675c7-000e0001");
        assertThat(of(new byte[65_536])).isEqualTo("65536-d7978eeb-000f0001");
        assertThat(of(new byte[65_537])).isEqualTo("65537-e50d43f3-00100001");
        byte[] last = new byte[65_537];
        last[65_536] = 1;
        assertThat(of(last)).isEqualTo("65537-920a7365-00110002");
        byte[] first = Arrays.copyOf(new byte[] {1}, 131_072);
        assertThat(of(first)).isNotEqualTo(of(new byte[131_072])).startsWith("131072-");
    }
}

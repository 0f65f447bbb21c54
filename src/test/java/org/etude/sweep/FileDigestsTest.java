// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileDigestsTest {
    private static final int BLOCK = 1 << 16;

    @TempDir
    private Path dir;

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static String whole(Path file) {
        return new FileDigests().whole(file);
    }

    @Test
    void theWholeIsLengthCrc32AndAdler32() throws IOException {
        byte[] bytes = bytes(3 * BLOCK + 17);
        CRC32 first = new CRC32();
        first.update(bytes);
        Adler32 second = new Adler32();
        second.update(bytes);
        Path file = Files.write(dir.resolve("file"), bytes);
        assertThat(whole(file)).isEqualTo("%d-%08x-%08x".formatted(bytes.length, first.getValue(), second.getValue()));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 65_535, 65_536, 3_227_936, 6_291_555})
    void everyByteCounts(int at) throws IOException {
        byte[] bytes = bytes(6 * (1 << 20) + 100);
        Path before = Files.write(dir.resolve("before"), bytes);
        bytes[at] ^= 1;
        Path after = Files.write(dir.resolve("after"), bytes);
        assertThat(whole(after)).isNotEqualTo(whole(before));
    }

    /** Its size is 0, and yet it has a line. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void filesOfTheSystemAreReadToTheirEnd() throws IOException {
        Path file = Path.of("/proc/version");
        Path copy = Files.write(dir.resolve("copy"), Files.readAllBytes(file));
        assertThat(Files.size(file)).isZero();
        assertThat(Files.size(copy)).isPositive();
        assertThat(whole(file)).isEqualTo(whole(copy));
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        Path file = dir.resolve("none");
        assertThatThrownBy(() -> whole(file))
                .isInstanceOf(SweepException.class)
                .hasMessageContaining(file + ": cannot be read");
    }
}

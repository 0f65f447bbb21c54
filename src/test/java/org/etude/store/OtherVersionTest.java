// SPDX-License-Identifier: Apache-2.0
package org.etude.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that an older version saved: one error that says which version wrote them, what has changed, and what to do. */
class OtherVersionTest {
    /** What is saved. */
    record Sample(int rank, String name) {}

    @TempDir
    private Path dir;

    /** The file of a sample as a version wrote it whose types were called or made otherwise; texts of equal length. */
    private Path writtenBy(String version, String now, String then) throws IOException {
        Path file = dir.resolve("sample.etude");
        StoredFile.write(file, "sample", new Sample(3, "gemm"));
        byte[] all = Files.readAllBytes(file);
        int end = new String(all, StandardCharsets.ISO_8859_1).indexOf('\n') + 1;
        byte[] packed = new ByteArrayInputStream(all, end, all.length - end).readAllBytes();
        String body = new String(
                new GZIPInputStream(new ByteArrayInputStream(packed)).readAllBytes(), StandardCharsets.ISO_8859_1);
        assertThat(body).contains(now);
        assertThat(then).hasSameSizeAs(now);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(("etude sample 2 " + version + "\n").getBytes(StandardCharsets.UTF_8));
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write(body.replace(now, then).getBytes(StandardCharsets.ISO_8859_1));
        }
        return Files.write(file, out.toByteArray());
    }

    @Test
    void theSameLayoutIsReadWhoeverWroteIt() throws IOException {
        Path file = writtenBy("0.0.9", "int rank", "int rank");
        assertThat(StoredFile.read(file, "sample", Sample.class)).isEqualTo(new Sample(3, "gemm"));
    }

    @Test
    void aRecordWithOtherComponentsIsRefusedInOneSentence() throws IOException {
        Path file = writtenBy("0.0.9", "int rank", "int size");
        assertThatThrownBy(() -> StoredFile.read(file, "sample", Sample.class))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith(file + ": was written by Etude 0.0.9; this version (development) cannot"
                        + " open it: store.OtherVersionTest$Sample has gained int rank and lost int size")
                .hasMessageContaining("Open it with the version that wrote it, or create it again.");
    }

    @Test
    void aRecordThatIsNoMoreIsNamed() throws IOException {
        Path file = writtenBy("0.0.9", "Test$Sample", "Test$Simple");
        assertThatThrownBy(() -> StoredFile.read(file, "sample", Sample.class))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("was written by Etude 0.0.9")
                .hasMessageContaining("store.OtherVersionTest$Simple no longer exists");
    }

    /** A bit flipped on a disk may read as a type of another version; the checksum at the end knows better. */
    @Test
    void damageIsNotBlamedOnAnotherVersion() throws IOException {
        Path file = dir.resolve("sample.etude");
        StoredFile.write(file, "sample", new Sample(3, "gemm"));
        byte[] all = Files.readAllBytes(file);
        int begin = new String(all, StandardCharsets.ISO_8859_1).indexOf('\n') + 1;
        for (int at = begin; at < all.length; at++) {
            for (int bit = 1; bit < 256; bit <<= 1) {
                byte[] damaged = all.clone();
                damaged[at] ^= (byte) bit;
                Files.write(file, damaged);
                try {
                    assertThat(StoredFile.read(file, "sample", Sample.class)).isEqualTo(new Sample(3, "gemm"));
                } catch (StoreException e) {
                    assertThat(e).as("byte " + at).hasMessageMatching("(?s).*(is damaged|ends too early).*");
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "int a, List b | int a, List b, long c | T has gained long c",
                "int a, List b | List b | T has lost int a",
                "int a | long a | T has gained long a and lost int a",
                "int a, int b | int b, int a | T has its components in another order",
                "'' | int a | T has gained int a",
            })
    void changesOfARecord(String before, String now, String text) {
        assertThat(RecordTypes.change("T", before, now)).isEqualTo(text);
    }
}

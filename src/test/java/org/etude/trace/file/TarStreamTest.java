// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives made here byte by byte as POSIX (ustar, pax) and GNU tar write them. */
class TarStreamTest {
    private static final int BLOCK = 512;

    private final ByteArrayOutputStream archive = new ByteArrayOutputStream();

    private static void put(byte[] block, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, block, at, bytes.length);
    }

    private byte[] header(String name, char kind, long size) {
        byte[] head = new byte[BLOCK];
        put(head, 0, name);
        put(head, 124, String.format("%011o", size));
        head[156] = (byte) kind;
        put(head, 257, "ustar");
        return head;
    }

    private void add(String name, char kind, String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        archive.writeBytes(header(name, kind, bytes.length));
        archive.writeBytes(Arrays.copyOf(bytes, (bytes.length + BLOCK - 1) / BLOCK * BLOCK));
    }

    private TarStream open() {
        return new TarStream(new ByteArrayInputStream(archive.toByteArray()));
    }

    private List<String> entries() throws IOException {
        List<String> all = new ArrayList<>();
        try (TarStream tar = open()) {
            for (String name = tar.next(); name != null; name = tar.next()) {
                all.add(name + "=" + new String(tar.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return all;
    }

    @Test
    void filesFollowEachOtherAndFoldersAndLinksAreLeftOut() throws IOException {
        add("traces/", '5', "");
        add("traces/a.json", '0', "one");
        add("link", '2', "");
        add("b.json", '\0', "x".repeat(BLOCK));
        add("c.json", '7', "");
        archive.writeBytes(new byte[2 * BLOCK]);
        assertThat(entries()).containsExactly("traces/a.json=one", "b.json=" + "x".repeat(BLOCK), "c.json=");
    }

    @Test
    void whatIsNotReadIsSkipped() throws IOException {
        add("a", '0', "a".repeat(700));
        add("b", '0', "second");
        try (TarStream tar = open()) {
            assertThat(tar.next()).isEqualTo("a");
            assertThat(tar.read()).isEqualTo('a');
            assertThat(tar.next()).isEqualTo("b");
            assertThat(tar.readAllBytes()).asString().isEqualTo("second");
            assertThat(tar.read()).isEqualTo(-1);
            assertThat(tar.next()).isNull();
        }
    }

    @Test
    void longNamesOfGnuAndPaxApplyToTheNextFileOnly() throws IOException {
        String gnu = "g".repeat(150) + "/host_0.json";
        String pax = "p".repeat(250) + "/host_1.json";
        add("././@LongLink", 'L', gnu + "\0");
        add(gnu.substring(0, 100), '0', "G");
        add("short.json", '0', "S");
        add("PaxHeader", 'x', "30 mtime=1700000000.123456789\n" + (pax.length() + 10) + " path=" + pax + "\n");
        add(pax.substring(0, 100), '0', "P");
        add("other.json", '0', "O");
        assertThat(entries()).containsExactly(gnu + "=G", "short.json=S", pax + "=P", "other.json=O");
    }

    @Test
    void aPaxHeaderWithoutAPathLeavesTheName() throws IOException {
        add("PaxHeader", 'x', "30 mtime=1700000000.123456789\n");
        add("a.json", '0', "A");
        assertThat(entries()).containsExactly("a.json=A");
    }

    @Test
    void aPrefixPrecedesTheName() throws IOException {
        byte[] head = header("host_0.json", '0', 0);
        put(head, 345, "deep/folder");
        archive.writeBytes(head);
        assertThat(entries()).containsExactly("deep/folder/host_0.json=");
    }

    @Test
    void sizesOf8GiBAndMoreAreBinary() throws IOException {
        byte[] head = header("big", '0', 0);
        Arrays.fill(head, 124, 136, (byte) 0);
        head[124] = (byte) 0x80;
        head[135] = 3;
        archive.writeBytes(head);
        archive.writeBytes(Arrays.copyOf(new byte[] {'a', 'b', 'c'}, BLOCK));
        assertThat(entries()).containsExactly("big=abc");
    }

    @Test
    void aNegativeSizeIsRefused() {
        byte[] head = header("big", '0', 0);
        Arrays.fill(head, 124, 136, (byte) 0xff);
        archive.writeBytes(head);
        assertThatThrownBy(this::entries).isInstanceOf(IOException.class).hasMessageContaining("an invalid size");
    }

    @Test
    void aNameOfManyMegabytesIsRefused() {
        archive.writeBytes(header("././@LongLink", 'L', 1L << 32));
        assertThatThrownBy(this::entries)
                .isInstanceOf(IOException.class)
                .hasMessage("the archive has a name of 4294967296 bytes");
    }

    @ParameterizedTest
    @ValueSource(ints = {BLOCK + 3, BLOCK + 100, 2 * BLOCK - 1})
    void anArchiveThatEndsInAFileIsNoWholeArchive(int length) throws IOException {
        add("a", '0', "a".repeat(BLOCK));
        byte[] cut = Arrays.copyOf(archive.toByteArray(), length);
        try (TarStream tar = new TarStream(new ByteArrayInputStream(cut))) {
            assertThat(tar.next()).isEqualTo("a");
            assertThatThrownBy(tar::readAllBytes).isInstanceOf(IOException.class);
        }
    }

    @Test
    void onlyAHeaderIsRecognised() {
        assertThat(TarStream.isTar(header("a", '0', 1))).isTrue();
        assertThat(TarStream.isTar(new byte[BLOCK])).isFalse();
        assertThat(TarStream.isTar(Arrays.copyOf(header("a", '0', 1), BLOCK - 1)))
                .isFalse();
    }
}

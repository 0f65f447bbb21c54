// SPDX-License-Identifier: Apache-2.0
package org.etude.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.etude.cli.TestShell;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class XmlTreeTest {
    private static final String BODY = "<a name='\u00e9'><b/>\n<b x='2'/></a>";

    @TempDir
    private Path dir;

    private Path file;

    @BeforeEach
    void place() {
        file = dir.resolve("t.xml");
    }

    private void check() throws Exception {
        XmlElement root = XmlTree.of(file);
        assertThat(root.name()).isEqualTo("a");
        assertThat(root.attributes()).containsOnlyKeys("name").containsEntry("name", "\u00e9");
        assertThat(root.children()).hasSize(2);
        assertThat(root.children().get(1).line()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "UTF-8, ''",
        "UTF-8, \uFEFF",
        "UTF-16, ''",
        "UTF-16LE, \uFEFF",
        "UTF-8, <?xml version='1.0'?>",
        "UTF-8, <?xml version='1.0' encoding='utf-8'?>",
        "UTF-8, \uFEFF<?xml version='1.0' encoding='utf-8'?>",
        "ISO-8859-1, <?xml version='1.0' encoding=\"ISO-8859-1\"?>"
    })
    void theTextIsDecodedAsItSays(String encoding, String before) throws Exception {
        Files.write(file, (before + BODY).getBytes(Charset.forName(encoding)));
        check();
    }

    @Test
    void compressedDocumentsAreUnpacked() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(BODY.getBytes(StandardCharsets.UTF_8));
        }
        Files.write(file, packed.toByteArray());
        check();
    }

    /** In a process of its own, because the parser of the JDK writes past what the command prints. */
    @Test
    void bytesThatAreNoTextAreOneError() throws IOException {
        Files.write(file, new byte[] {'<', 'a', '>', (byte) 0xf9, 'x', '<', '/', 'a', '>'});
        assertThatThrownBy(() -> XmlTree.of(file))
                .isInstanceOf(XmlTree.BadXml.class)
                .hasMessage("line 1: not XML: not text in the encoding that the file declares, or else UTF-8");
        assertThat(TestShell.process("topology", file).exits(1).err())
                .isEqualTo("etude: " + file
                        + ": line 1: not XML: not text in the encoding that the file declares, or else UTF-8\n"
                        + "  Give a file of NCCL_TOPO_DUMP_FILE.\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<!DOCTYPE a><a/> | it has a document type or an entity",
                "<a>&b;</a> | not XML: The entity \"b\" was referenced, but not declared.",
                "<a><b></a> | not XML: The element type \"b\" must be terminated",
                "<a/><b/> | not XML: The markup in the document following the root element",
                "text | not XML: Content is not allowed in prolog.",
                "'' | not XML: Premature end of file."
            })
    void whatIsNoDocumentIsRefusedWithItsLine(String text, String said) throws IOException {
        Files.writeString(file, text);
        assertThatThrownBy(() -> XmlTree.of(file))
                .isInstanceOf(XmlTree.BadXml.class)
                .hasMessageStartingWith("line 1: ")
                .hasMessageContaining(said);
    }

    /** More than the parser of JDK 25 takes by itself: 200 attributes, 1,000 letters, 100,000 escaped characters. */
    @Test
    void theParsersOwnLimitsDoNotMatter() throws Exception {
        String attributes =
                IntStream.range(0, 1000).mapToObj(k -> " x" + k + "='1'").collect(Collectors.joining());
        String name = "n".repeat(2000);
        String escaped = "<b x='" + "&lt;".repeat(200_000) + "'/>";
        Files.writeString(file, "<a" + attributes + "><" + name + "/>" + escaped + "</a>");
        XmlElement root = XmlTree.of(file);
        assertThat(root.attributes()).hasSize(1000);
        assertThat(root.children().get(0).name()).isEqualTo(name);
        assertThat(root.children().get(1).attributes().get("x")).hasSize(200_000);
    }

    @Test
    void documentsAreNotDeeperThanTheLimit() throws Exception {
        Files.writeString(file, "<a>".repeat(256) + "</a>".repeat(256));
        assertThat(XmlTree.of(file).name()).isEqualTo("a");
        Files.writeString(file, "<a>".repeat(257) + "</a>".repeat(257));
        assertThatThrownBy(() -> XmlTree.of(file)).hasMessageContaining("is deeper than 256");
    }
}

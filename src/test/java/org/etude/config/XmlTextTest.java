// SPDX-License-Identifier: Apache-2.0
package org.etude.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How an XML document is decoded: by its byte-order mark, else by its declaration, else as UTF-8. */
class XmlTextTest {
    private static final String BODY = "<a b='\u00e9'/>";

    private static String decoded(byte[] bytes) throws IOException {
        try (Reader reader = XmlText.of(new ByteArrayInputStream(bytes))) {
            StringWriter text = new StringWriter();
            reader.transferTo(text);
            return text.toString();
        }
    }

    private static String decoded(String text, Charset written) throws IOException {
        return decoded(text.getBytes(written));
    }

    @Test
    void withoutAMarkOrADeclarationItIsUtf8() throws IOException {
        assertThat(decoded(BODY, StandardCharsets.UTF_8)).isEqualTo(BODY);
        assertThat(decoded(new byte[0])).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>",
                "<?xml version='1.0' encoding = 'iso-8859-1' standalone='yes'?>",
                "<?xml version='1.0'\n  encoding='latin1'?>"
            })
    void theDeclarationNamesTheEncoding(String declaration) throws IOException {
        assertThat(decoded(declaration + BODY, StandardCharsets.ISO_8859_1)).isEqualTo(declaration + BODY);
    }

    /** A mark says more than a declaration, and is no part of the text. */
    @Test
    void aMarkOverrulesTheDeclaration() throws IOException {
        String text = "<?xml version='1.0' encoding='ISO-8859-1'?>" + BODY;
        assertThat(decoded('\ufeff' + text, StandardCharsets.UTF_8)).isEqualTo(text);
        assertThat(decoded('\ufeff' + text, StandardCharsets.UTF_16BE)).isEqualTo(text);
        assertThat(decoded('\ufeff' + text, StandardCharsets.UTF_16LE)).isEqualTo(text);
    }

    /** An encoding that Java does not have, and a word elsewhere that looks like a declaration. */
    @Test
    void whatIsNoKnownDeclarationIsUtf8() throws IOException {
        String unknown = "<?xml version='1.0' encoding='x-no-such'?>" + BODY;
        assertThat(decoded(unknown, StandardCharsets.UTF_8)).isEqualTo(unknown);
        String comment = "<!-- <?xml encoding='ISO-8859-1'?> -->" + BODY;
        assertThat(decoded(comment, StandardCharsets.UTF_8)).isEqualTo(comment);
    }

    @Test
    void bytesThatAreNoTextFailWhenRead() {
        assertThatThrownBy(() -> decoded(new byte[] {'<', 'a', (byte) 0xc3, '>'}))
                .isInstanceOf(CharacterCodingException.class);
    }

    @Test
    void aDeclarationIsSoughtInTheFirstBytesOnly() throws IOException {
        String far = "<?xml version='1.0'" + " ".repeat(256) + "encoding='ISO-8859-1'?>" + BODY;
        assertThat(decoded(far, StandardCharsets.UTF_8)).isEqualTo(far);
    }
}

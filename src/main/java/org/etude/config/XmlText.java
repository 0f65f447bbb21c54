// SPDX-License-Identifier: Apache-2.0
package org.etude.config;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.report.InputText;

/**
 * Decodes the text of an XML document: by its byte-order mark, its declaration, or else as UTF-8. The JDK's parser would
 * do the same, but prints "[Fatal Error]" on stderr besides throwing when the first bytes are not text.
 */
final class XmlText {
    private static final int HEAD = 256;
    private static final Pattern DECLARED =
            Pattern.compile("\\A<\\?xml[^>]*?\\sencoding\\s*=\\s*[\"']([A-Za-z][A-Za-z0-9._-]*)");
    private static final String MARK = "\u00ef\u00bb\u00bf";

    private XmlText() {}

    /** The characters; reading them fails with a {@link java.nio.charset.CharacterCodingException} where they are none. */
    static Reader of(InputStream bytes) throws IOException {
        BufferedInputStream in = new BufferedInputStream(bytes);
        in.mark(HEAD);
        byte[] first = in.readNBytes(HEAD);
        String head = new String(first, StandardCharsets.ISO_8859_1);
        in.reset();
        if (InputText.isUtf16(first)) {
            return new InputStreamReader(in, StandardCharsets.UTF_16.newDecoder());
        }
        if (head.startsWith(MARK)) {
            in.skipNBytes(MARK.length());
            return new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder());
        }
        Matcher declared = DECLARED.matcher(head);
        boolean known = declared.find() && Charset.isSupported(declared.group(1));
        return new InputStreamReader(
                in, (known ? Charset.forName(declared.group(1)) : StandardCharsets.UTF_8).newDecoder());
    }
}

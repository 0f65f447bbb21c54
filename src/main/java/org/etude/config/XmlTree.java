// SPDX-License-Identifier: Apache-2.0
package org.etude.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.etude.report.Gzip;

/**
 * Reads a small XML document as a tree. Document types are rejected, so that no other file is opened and no entity is
 * expanded. Limits: 10 million elements, nesting depth 256, 10,000 attributes per element, and 256 MiB after
 * decompression.
 */
public final class XmlTree {
    private static final int DEEPEST = 256;
    private static final int MOST = 10_000_000;
    private static final int MOST_ATTRIBUTES = 10_000;
    private static final int NO_LIMIT = 0;
    private static final long LONGEST = 1L << 28;

    private XmlTree() {}

    /** A document that is not XML, or too large. */
    public static final class BadXml extends Exception {
        private static final long serialVersionUID = 1;

        BadXml(int line, String what) {
            super("line " + line + ": " + what);
        }
    }

    /**
     * Reads a file and returns its root element.
     *
     * @throws BadXml with the line, when it is not XML, has a document type or is too large
     * @throws IOException when the file cannot be read
     */
    public static XmlElement of(Path file) throws IOException, BadXml {
        XMLInputFactory factory = parsers();
        try (InputStream in = new BoundedStream(Gzip.open(file), LONGEST);
                Reader text = XmlText.of(in)) {
            XMLStreamReader reader = factory.createXMLStreamReader(text);
            try {
                return read(reader);
            } catch (XMLStreamException e) {
                throw new BadXml(reader.getLocation().getLineNumber(), reason(e));
            } finally {
                reader.close();
            }
        } catch (XMLStreamException e) {
            throw new BadXml(1, reason(e));
        }
    }

    /** The parser's own limits differ from one JDK to the next; those of this class hold on all of them. */
    private static XMLInputFactory parsers() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty("jdk.xml.maxElementDepth", DEEPEST + 1);
        factory.setProperty("jdk.xml.elementAttributeLimit", MOST_ATTRIBUTES);
        for (String limit : List.of("maxXMLNameLimit", "maxGeneralEntitySizeLimit", "totalEntitySizeLimit")) {
            factory.setProperty("jdk.xml." + limit, NO_LIMIT);
        }
        return factory;
    }

    /** The last line of a message whose first lines repeat the position. */
    private static String reason(XMLStreamException e) {
        if (e.getNestedException() instanceof CharacterCodingException) {
            return "not XML: not text in the encoding that the file declares, or else UTF-8";
        }
        String text = String.valueOf(e.getMessage()).strip();
        int last = text.lastIndexOf("Message: ");
        return "not XML: " + (last < 0 ? text : text.substring(last + "Message: ".length()));
    }

    private static XmlElement read(XMLStreamReader in) throws XMLStreamException, BadXml {
        Deque<XmlElement> open = new ArrayDeque<>();
        XmlElement root = null;
        int count = 0;
        while (in.hasNext()) {
            int event = in.next();
            int line = in.getLocation().getLineNumber();
            if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
                throw new BadXml(line, "it has a document type or an entity, which are not supported");
            } else if (event == XMLStreamConstants.START_ELEMENT) {
                XmlElement element = new XmlElement(in.getLocalName(), attributes(in), line);
                if (open.isEmpty()) {
                    root = element;
                } else {
                    open.peek().children().add(element);
                }
                open.push(element);
                if (++count > MOST || open.size() > DEEPEST) {
                    throw new BadXml(line, "it has more than " + MOST + " elements or is deeper than " + DEEPEST);
                }
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                open.pop();
            }
        }
        if (root == null) {
            throw new BadXml(1, "it has no element");
        }
        return root;
    }

    private static Map<String, String> attributes(XMLStreamReader in) {
        Map<String, String> attributes = new HashMap<>();
        for (int k = 0; k < in.getAttributeCount(); k++) {
            attributes.put(in.getAttributeLocalName(k), in.getAttributeValue(k));
        }
        return attributes;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An element of a small XML document, without its text content.
 *
 * @param name its name
 * @param attributes its attributes by name
 * @param line line on which it starts
 * @param children its child elements, in order
 */
public record XmlElement(String name, Map<String, String> attributes, int line, List<XmlElement> children) {
    XmlElement(String name, Map<String, String> attributes, int line) {
        this(name, attributes, line, new ArrayList<>());
    }

    /** The value of an attribute, or "" if absent. */
    public String text(String attribute) {
        return attributes.getOrDefault(attribute, "");
    }

    /** Whether it has an attribute. */
    public boolean has(String attribute) {
        return attributes.containsKey(attribute);
    }

    /** Its child elements with this name. */
    public List<XmlElement> children(String of) {
        return children.stream().filter(child -> child.name.equals(of)).toList();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An element of a small XML document; text between elements is left out.
 *
 * @param name its name
 * @param attributes its attributes by name
 * @param line where it begins
 * @param children the elements in it, in their order
 */
public record XmlElement(String name, Map<String, String> attributes, int line, List<XmlElement> children) {
    XmlElement(String name, Map<String, String> attributes, int line) {
        this(name, attributes, line, new ArrayList<>());
    }

    /** An attribute, or "" without it. */
    public String text(String attribute) {
        return attributes.getOrDefault(attribute, "");
    }

    /** Whether it has an attribute. */
    public boolean has(String attribute) {
        return attributes.containsKey(attribute);
    }

    /** The elements of a name in it. */
    public List<XmlElement> children(String of) {
        return children.stream().filter(child -> child.name.equals(of)).toList();
    }
}

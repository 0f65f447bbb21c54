// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

/**
 * Inputs or outputs of a host node as JSON text.
 *
 * @param values the values
 * @param shapes the shapes
 * @param types the types
 * @param strides the strides; "" before schema 1.1.1
 */
public record NodeIo(String values, String shapes, String types, String strides) {
    /** Nothing kept. */
    public static final NodeIo NONE = new NodeIo("", "", "", "");
}

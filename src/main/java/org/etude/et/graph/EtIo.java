// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

/**
 * Inputs or outputs of an ET node: three texts, as on the wire.
 *
 * @param values the values
 * @param shapes the shapes
 * @param types the types
 */
public record EtIo(String values, String shapes, String types) {}

// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.util.Optional;

/**
 * A variable declared in a cell.
 *
 * @param name its name
 * @param type its declared type, as the compiler prints it
 * @param value its value; empty for null
 */
public record CellVariable(String name, String type, Optional<Object> value) {}

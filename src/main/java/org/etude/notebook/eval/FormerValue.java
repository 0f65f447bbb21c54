// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.lang.reflect.Field;

/**
 * What a variable held before its declaration lost its meaning.
 *
 * @param type its type, with the full names of classes that are not declared in cells
 * @param value its value; may be null
 * @param ofCells whether its class is declared in a cell
 */
record FormerValue(String type, Object value, boolean ofCells) {
    private static final String CELLS = "REPL.$JShell$";

    /** The value of an accessible static field. */
    static FormerValue of(Field field) throws IllegalAccessException {
        Class<?> root = field.getType();
        while (root.isArray()) {
            root = root.getComponentType();
        }
        String type = field.getGenericType()
                .getTypeName()
                .replaceAll("REPL\\.\\$JShell\\$\\w+\\$", "")
                .replace('$', '.');
        return new FormerValue(type, field.get(null), root.getName().startsWith(CELLS));
    }
}

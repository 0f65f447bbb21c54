// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.lang.reflect.Field;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;

/**
 * Where picocli puts what was typed.
 *
 * @param field a field that may be set
 * @param owner the command or mixin
 */
record FieldValue(Field field, Object owner) implements IGetter, ISetter {
    @Override
    @SuppressWarnings("unchecked") // the interface returns what the caller expects
    public <T> T get() throws IllegalAccessException {
        return (T) field.get(owner);
    }

    @Override
    public <T> T set(T value) throws IllegalAccessException {
        T before = get();
        field.set(owner, value);
        return before;
    }
}

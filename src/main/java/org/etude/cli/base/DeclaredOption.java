// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.lang.reflect.Field;
import picocli.CommandLine.Model.ArgSpec;

/**
 * What the source says about an option beyond what picocli models.
 *
 * @param owner the class that declares it
 * @param name the name of its field
 * @param range the numbers that it takes; null where it says nothing of them
 */
public record DeclaredOption(Class<?> owner, String name, NumberRange range) {
    /** Of an option, however its command was made; null if no field of ours holds its value. */
    public static DeclaredOption of(ArgSpec argument) {
        Object declared = argument.userObject();
        return declared instanceof Field field ? of(field) : declared instanceof DeclaredOption own ? own : null;
    }

    private static DeclaredOption of(Field field) {
        Allowed allowed = field.getAnnotation(Allowed.class);
        NumberRange range = allowed == null ? null : new NumberRange(allowed.from(), allowed.to(), allowed.give());
        return new DeclaredOption(field.getDeclaringClass(), field.getName(), range);
    }

    /** See {@link Allowed}. */
    public record NumberRange(double from, double to, String give) {
        /** NaN is in no range. */
        public boolean contains(double number) {
            return number >= from && number <= to;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.store;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.stream.Collectors;

/** How types are named in a saved file. */
final class RecordTypes {
    private static final String ROOT = "org.etude.";

    private RecordTypes() {}

    static String name(Class<?> type) {
        if (!type.getName().startsWith(ROOT)) {
            throw new IllegalArgumentException(type + " cannot be saved");
        }
        return type.getName().substring(ROOT.length());
    }

    /** The components of a record in order: {@code int rank, List findings}; "" of an enum. */
    static String components(Class<?> type) {
        return type.isEnum()
                ? ""
                : Arrays.stream(type.getRecordComponents())
                        .map(RecordTypes::component)
                        .collect(Collectors.joining(", "));
    }

    private static String component(RecordComponent component) {
        return component.getType().getSimpleName() + " " + component.getName();
    }

    /**
     * The type of a name.
     *
     * @throws ClassNotFoundException when this version has no such record or enum
     */
    static Class<?> type(String name) throws ClassNotFoundException {
        Class<?> type = Class.forName(ROOT + name, false, RecordTypes.class.getClassLoader());
        if (!type.isRecord() && !type.isEnum()) {
            throw new ClassNotFoundException(name);
        }
        return type;
    }
}

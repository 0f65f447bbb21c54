// SPDX-License-Identifier: Apache-2.0
package org.etude.store;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Names of types in saved files. */
final class RecordTypes {
    private static final String ROOT = "org.etude.";
    private static final ClassValue<String> COMPONENTS = new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
            return listed(type);
        }
    };

    private RecordTypes() {}

    static String name(Class<?> type) {
        if (!type.getName().startsWith(ROOT)) {
            throw new IllegalArgumentException(type + " cannot be saved");
        }
        return type.getName().substring(ROOT.length());
    }

    /** The components of a record in order: {@code int rank, List findings}; "" for an enum. */
    static String components(Class<?> type) {
        return COMPONENTS.get(type);
    }

    private static String listed(Class<?> type) {
        return type.isEnum()
                ? ""
                : Arrays.stream(type.getRecordComponents())
                        .map(RecordTypes::component)
                        .collect(Collectors.joining(", "));
    }

    private static String component(RecordComponent component) {
        return component.getType().getSimpleName() + " " + component.getName();
    }

    /** Describes how a record's components changed since it was written. */
    static String change(String name, String before, String now) {
        String gained = without(now, before);
        String lost = without(before, now);
        if (gained.isEmpty() && lost.isEmpty()) {
            return name + " has its components in another order";
        }
        String and = gained.isEmpty() || lost.isEmpty() ? "" : " and ";
        return name + " has" + (gained.isEmpty() ? "" : " gained " + gained) + and
                + (lost.isEmpty() ? "" : (and.isEmpty() ? " " : "") + "lost " + lost);
    }

    private static String without(String components, String others) {
        List<String> known = List.of(others.split(", "));
        return Arrays.stream(components.split(", "))
                .filter(one -> !one.isEmpty() && !known.contains(one))
                .collect(Collectors.joining(", "));
    }

    /**
     * The type with this name.
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

// SPDX-License-Identifier: Apache-2.0
package org.etude.store;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/**
 * Accessors and constructor of a record class, cached per class because reflection looks them up on every call; a
 * rank's outline has hundreds of records of a few types.
 */
final class RecordShape {
    private static final ClassValue<RecordShape> SHAPES = new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
            return new RecordShape(type);
        }
    };

    private final Method[] accessors;
    private final Constructor<?> constructor;

    private RecordShape(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        accessors = Arrays.stream(components).map(RecordComponent::getAccessor).toArray(Method[]::new);
        for (Method accessor : accessors) {
            accessor.setAccessible(true);
        }
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            constructor = type.getDeclaredConstructor(types);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(type.getName(), e);
        }
        constructor.setAccessible(true);
    }

    /** The shape of a record class. */
    static RecordShape of(Class<?> type) {
        return SHAPES.get(type);
    }

    /** Number of components. */
    int size() {
        return accessors.length;
    }

    /** The value of a record's component. */
    Object component(Record record, int number) {
        try {
            return accessors[number].invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(accessors[number] + " of " + record.getClass(), e);
        }
    }

    /** Creates a record from its components. */
    Object make(Object... components) throws ReflectiveOperationException {
        return constructor.newInstance(components);
    }
}

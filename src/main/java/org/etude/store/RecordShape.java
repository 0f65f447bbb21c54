// SPDX-License-Identifier: Apache-2.0
package org.etude.store;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/**
 * How a record is taken apart and made. The JVM looks for its components each time that they are asked for, so this is kept with the class;
 * a rank's outline has hundreds of records of a few types.
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

    /** That of a record class. */
    static RecordShape of(Class<?> type) {
        return SHAPES.get(type);
    }

    /** How many components it has. */
    int size() {
        return accessors.length;
    }

    /** A component of a record. */
    Object component(Record record, int number) {
        try {
            return accessors[number].invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(accessors[number] + " of " + record.getClass(), e);
        }
    }

    /** Makes a record of its components. */
    Object make(Object... components) throws ReflectiveOperationException {
        return constructor.newInstance(components);
    }
}

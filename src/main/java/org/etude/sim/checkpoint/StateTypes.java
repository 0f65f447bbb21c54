// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.checkpoint;

import java.io.IOException;
import java.io.StreamCorruptedException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Which objects are state of a run, and their fields. Allowed classes are those of the engine and the networks, and
 * fastutil's collections.
 */
final class StateTypes {
    private static final String ROOT = "org.etude.";
    private static final String COLUMNS = "it.unimi.dsi.fastutil.";
    private static final List<String> ROOMS = List.of("sim.", "network.", "collective.");
    /** Classes in the engine's packages that depend only on the inputs: a run never changes them. */
    private static final List<String> INPUTS = List.of("sim.spec.", "sim.program.RankProgram", "network.packet.spec.");

    private final Map<Class<?>, Field[]> fields = new HashMap<>();
    private final Map<Class<?>, Constructor<?>> constructors = new HashMap<>();

    /** Whether the fields of objects of a class are state. */
    static boolean walked(Class<?> type) {
        return column(type)
                || type.getName().startsWith(ROOT) && startsWithOne(ROOMS, type) && !startsWithOne(INPUTS, type);
    }

    private static boolean startsWithOne(List<String> beginnings, Class<?> type) {
        return beginnings.stream().anyMatch(type.getName().substring(ROOT.length())::startsWith);
    }

    /**
     * Whether objects of a class can be recreated from their fields, although they are inputs where the engine was
     * built with them.
     */
    static boolean copied(Class<?> type) {
        return walked(type) || type.getName().startsWith(ROOT) && startsWithOne(INPUTS, type);
    }

    /** Whether it is one of fastutil's collections, whose state consists of arrays and numbers. */
    private static boolean column(Class<?> type) {
        return type.getName().startsWith(COLUMNS);
    }

    /** Whether it is a function whose class the compiler generated. */
    static boolean function(Class<?> type) {
        return type.isHidden() || type.isSynthetic();
    }

    /** The part of a class's name that is the same in every process. */
    static String name(Class<?> type) {
        String name = type.getName();
        int function = name.indexOf("$$Lambda");
        return function < 0 ? name : name.substring(0, function) + "$$Lambda";
    }

    /** The fields of a class and its superclasses, in a fixed order. */
    Field[] fields(Class<?> type) {
        return fields.computeIfAbsent(type, StateTypes::find);
    }

    private static Field[] find(Class<?> type) {
        List<Field> all = new ArrayList<>();
        for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
            Arrays.stream(at.getDeclaredFields())
                    .filter(StateTypes::state)
                    .sorted(Comparator.comparing(Field::getName))
                    .forEach(all::add);
        }
        all.forEach(field -> field.setAccessible(true));
        return all.toArray(Field[]::new);
    }

    private static boolean state(Field field) {
        boolean view = column(field.getDeclaringClass())
                && !field.getType().isPrimitive()
                && !field.getType().isArray();
        return !Modifier.isStatic(field.getModifiers()) && !view;
    }

    /** A description of the fields of a class, to compare with that of another version; "" for an array. */
    String signature(Class<?> type) {
        return type.isArray() || type.isEnum()
                ? ""
                : Arrays.stream(fields(type))
                        .map(field -> field.getType().getSimpleName() + ' ' + field.getName())
                        .collect(Collectors.joining(", "));
    }

    /**
     * Resolves a class name from a file without initialising the class.
     *
     * @throws IOException when objects of that class cannot be part of a checkpoint
     */
    static Class<?> named(String name) throws IOException {
        boolean ours = name.startsWith(ROOT) || name.startsWith(COLUMNS) || name.startsWith("[");
        try {
            Class<?> type = ours ? Class.forName(name, false, StateTypes.class.getClassLoader()) : null;
            if (type != null && (type.isArray() || copied(type) || type.isRecord() || type.isEnum())) {
                return type;
            }
        } catch (ClassNotFoundException e) {
            throw damaged(name + " is not a class of this version", e);
        }
        throw damaged(name + " cannot be part of a checkpoint", null);
    }

    static StreamCorruptedException damaged(String what, Throwable cause) {
        StreamCorruptedException damaged = new StreamCorruptedException(what);
        damaged.initCause(cause);
        return damaged;
    }

    Object component(RecordComponent component, Object of) {
        try {
            Method accessor = component.getAccessor();
            accessor.setAccessible(true);
            return accessor.invoke(of);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(component.toString(), e);
        }
    }

    /** Creates a record from its components, which its constructor validates. */
    Object record(Class<?> type, Object... values) throws IOException {
        Class<?>[] of = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(of);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (InvocationTargetException | IllegalArgumentException e) {
            throw damaged(type.getSimpleName() + " rejects its values", e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getName(), e);
        }
    }

    /** Creates an object with all fields zero; no constructor of its class runs. */
    Object blank(Class<?> type) {
        try {
            Constructor<?> constructor = constructors.get(type);
            if (constructor == null) {
                constructor = blankConstructor(type);
                constructors.put(type, constructor);
            }
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getName(), e);
        }
    }

    /** The JDK offers this to serialisation libraries; looked up by name because the compiler warns about the class. */
    private static Constructor<?> blankConstructor(Class<?> type) throws ReflectiveOperationException {
        Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
        Object instance = factory.getMethod("getReflectionFactory").invoke(null);
        return (Constructor<?>) factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class)
                .invoke(instance, type, Object.class.getDeclaredConstructor());
    }
}

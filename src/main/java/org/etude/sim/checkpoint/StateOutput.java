// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.checkpoint;

import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.etude.et.graph.EtGraph;
import org.etude.et.wire.EtFiles;

/** Writes the state of an engine: the contents of the objects it was built with, and all objects created since. */
final class StateOutput {
    /** Marks a record whose components are being written. */
    private static final int UNDER_WAY = -1;

    private final DataOutputStream out;
    private final PrimitiveArrays arrays;
    private final StateTypes types;
    private final Map<Object, Integer> built;
    private final Map<Object, Integer> written = new IdentityHashMap<>();
    private final Map<Class<?>, Integer> classes = new HashMap<>();
    /** Objects numbered so far. */
    private int count;

    StateOutput(DataOutputStream out, StateTypes types, Map<Object, Integer> built) {
        this.out = out;
        this.types = types;
        this.built = built;
        arrays = new PrimitiveArrays();
    }

    /** Whether a value has no identity. */
    static boolean plain(Object value) {
        return value instanceof Number && value.getClass().getName().startsWith("java.lang.")
                || value instanceof String
                || value instanceof Boolean
                || value instanceof Character
                || value instanceof Enum
                || value instanceof Path;
    }

    static Object get(Field field, Object of) {
        try {
            return field.get(of);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field.toString(), e);
        }
    }

    /** Writes the contents of the objects the engine was built with, in their order. */
    void contents(List<Object> all) throws IOException {
        for (Object each : all) {
            content(each);
        }
    }

    private void content(Object value) throws IOException {
        Class<?> type = value.getClass();
        if (type.isArray()) {
            elements(value);
        } else if (JavaCollections.holds(value)) {
            if (!JavaCollections.of(value).fixed()) {
                collection(value);
            }
        } else if (StateTypes.walked(type) && !StateTypes.function(type) && !type.isRecord()) {
            // Final fields are as built.
            for (Field field : types.fields(type)) {
                if (!Modifier.isFinal(field.getModifiers())) {
                    field(field, value);
                }
            }
        }
    }

    private void elements(Object array) throws IOException {
        if (array instanceof Object[] values) {
            for (Object value : values) {
                write(value);
            }
        } else {
            arrays.write(array, out);
        }
    }

    private void field(Field field, Object of) throws IOException {
        if (field.getType().isPrimitive()) {
            PrimitiveFields.write(field, of, out);
        } else {
            write(get(field, of));
        }
    }

    private void tag(StateTag tag) throws IOException {
        out.writeByte(tag.ordinal());
    }

    private void write(Object value) throws IOException {
        if (value == null) {
            tag(StateTag.NULL);
        } else if (plain(value)) {
            PlainValues.write(value, out, this::type);
        } else if (value instanceof Optional<?> optional) {
            tag(StateTag.OPTIONAL);
            write(optional.orElse(null));
        } else if (built.containsKey(value)) {
            tag(StateTag.BUILT);
            out.writeInt(built.get(value));
        } else if (written.containsKey(value)) {
            again(value);
        } else {
            first(value);
        }
    }

    private void again(Object value) throws IOException {
        int number = written.get(value);
        if (number == UNDER_WAY) {
            throw unsaved(value, "a record that contains itself");
        }
        tag(StateTag.AGAIN);
        out.writeInt(number);
    }

    private void first(Object value) throws IOException {
        Class<?> type = value.getClass();
        if (type.isRecord() && type.getName().startsWith("org.etude.")) {
            record(value);
            return;
        }
        written.put(value, numbered());
        if (type.isArray()) {
            tag(StateTag.ARRAY);
            type(type);
            out.writeInt(Array.getLength(value));
            elements(value);
        } else if (JavaCollections.holds(value)) {
            tag(StateTag.COLLECTION);
            collection(value);
        } else if (value instanceof EtGraph graph) {
            tag(StateTag.TRACE);
            byte[] bytes = EtFiles.bytes(graph);
            out.writeInt(bytes.length);
            out.write(bytes);
        } else if (StateTypes.copied(type) && !StateTypes.function(type)) {
            tag(StateTag.OBJECT);
            type(type);
            for (Field field : types.fields(type)) {
                field(field, value);
            }
        } else {
            throw unsaved(value, "a value of a kind that cannot be saved");
        }
    }

    private int numbered() {
        return count++;
    }

    private static IllegalStateException unsaved(Object value, String what) {
        return new IllegalStateException("the run holds " + what + ": " + StateTypes.name(value.getClass()));
    }

    /** A record is numbered after its components, because it can only be created from them. */
    private void record(Object value) throws IOException {
        written.put(value, UNDER_WAY);
        tag(StateTag.RECORD);
        type(value.getClass());
        for (RecordComponent component : value.getClass().getRecordComponents()) {
            write(types.component(component, value));
        }
        written.put(value, numbered());
    }

    private void collection(Object value) throws IOException {
        List<Object> elements = JavaCollections.elements(value);
        out.writeByte(JavaCollections.of(value).ordinal());
        out.writeInt(elements.size());
        for (Object element : elements) {
            write(element);
        }
    }

    /** Writes a class as a number, with its name and fields the first time. */
    private void type(Class<?> type) throws IOException {
        Integer known = classes.putIfAbsent(type, classes.size());
        out.writeInt(known == null ? classes.size() - 1 : known);
        if (known == null) {
            out.writeUTF(type.getName());
            out.writeUTF(types.signature(type));
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.checkpoint;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.etude.et.graph.EtGraph;
import org.etude.et.wire.EtFiles;

/**
 * Restores what {@link StateOutput} wrote into the objects of a newly built engine. No code from the file is run:
 * objects are created blank and their fields set, records by their constructors.
 */
final class StateInput {
    private static final StateTag[] TAGS = StateTag.values();
    private static final JavaCollections[] COLLECTIONS = JavaCollections.values();
    /** Memory is allocated as data is read, so that a damaged length cannot exhaust it. */
    private static final int STEP = 1 << 20;

    private final DataInputStream in;
    private final PrimitiveArrays arrays;
    private final StateTypes types;
    private final List<Object> built;
    private final List<Object> read = new ArrayList<>();
    private final List<Class<?>> classes = new ArrayList<>();

    StateInput(DataInputStream in, StateTypes types, List<Object> built) {
        this.in = in;
        this.types = types;
        this.built = built;
        arrays = new PrimitiveArrays();
    }

    /** Reads the contents of the objects of the newly built engine, in their order. */
    void contents() throws IOException {
        for (Object each : built) {
            content(each);
        }
    }

    private void content(Object value) throws IOException {
        Class<?> type = value.getClass();
        if (type.isArray()) {
            elements(value);
        } else if (JavaCollections.holds(value)) {
            if (!JavaCollections.of(value).fixed()) {
                in.readByte();
                JavaCollections.fill(value, all());
            }
        } else if (StateTypes.walked(type) && !StateTypes.function(type) && !type.isRecord()) {
            for (Field field : types.fields(type)) {
                if (!Modifier.isFinal(field.getModifiers())) {
                    field(field, value);
                }
            }
        }
    }

    private void elements(Object array) throws IOException {
        if (array instanceof Object[] values) {
            for (int i = 0; i < values.length; i++) {
                values[i] = read();
            }
        } else {
            arrays.read(array, in);
        }
    }

    private void field(Field field, Object of) throws IOException {
        if (field.getType().isPrimitive()) {
            PrimitiveFields.read(field, of, in);
            return;
        }
        Object value = read();
        try {
            field.set(of, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field.toString(), e);
        }
    }

    private Object read() throws IOException {
        StateTag tag = TAGS[in.readUnsignedByte()];
        return switch (tag) {
            case NULL -> null;
            case BUILT -> built.get(in.readInt());
            case AGAIN -> read.get(in.readInt());
            case ENUM -> {
                Class<?> type = type();
                yield PlainValues.constant(type, in.readUTF());
            }
            case OPTIONAL -> Optional.ofNullable(read());
            case ARRAY -> array();
            case COLLECTION -> collection();
            case RECORD -> record();
            case TRACE -> trace();
            case OBJECT -> object();
            default -> PlainValues.read(tag, in);
        };
    }

    private Object array() throws IOException {
        Class<?> type = type();
        int length = in.readInt();
        if (!type.isArray() || length > STEP && in.available() == 0) {
            throw new EOFException();
        }
        Object array = Array.newInstance(type.getComponentType(), length);
        read.add(array);
        elements(array);
        return array;
    }

    private List<Object> all() throws IOException {
        int size = in.readInt();
        List<Object> all = new ArrayList<>(Math.min(size, STEP));
        for (int i = 0; i < size; i++) {
            all.add(read());
        }
        return all;
    }

    /**
     * Collections are numbered in the order in which they begin. Because its contents may refer to it, a collection is
     * registered before it is filled.
     */
    private Object collection() throws IOException {
        JavaCollections kind = COLLECTIONS[in.readUnsignedByte()];
        int number = read.size();
        Object empty = kind == JavaCollections.ENUM_MAP ? null : kind.empty(null);
        Object shown = empty == null ? null : kind.finished(empty);
        read.add(shown);
        List<Object> elements = all();
        if (empty == null) {
            empty = kind.empty(elements.get(0));
            shown = empty;
            read.set(number, shown);
        }
        JavaCollections.fill(empty, elements);
        return shown;
    }

    private Object record() throws IOException {
        Class<?> type = type();
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = read();
        }
        Object record = types.record(type, values);
        read.add(record);
        return record;
    }

    private EtGraph trace() throws IOException {
        int number = read.size();
        read.add(null);
        int length = in.readInt();
        byte[] bytes = in.readNBytes(length);
        EtGraph graph = EtFiles.of(bytes);
        read.set(number, graph);
        return graph;
    }

    private Object object() throws IOException {
        Class<?> type = type();
        if (!StateTypes.copied(type) || type.isRecord() || type.isEnum()) {
            throw StateTypes.damaged(type.getName() + " is not a class of such objects", null);
        }
        Object value = types.blank(type);
        read.add(value);
        for (Field field : types.fields(type)) {
            field(field, value);
        }
        return value;
    }

    private Class<?> type() throws IOException {
        int number = in.readInt();
        if (number < classes.size()) {
            return classes.get(number);
        }
        String name = in.readUTF();
        String signature = in.readUTF();
        Class<?> type = StateTypes.named(name);
        if (!types.signature(type).equals(signature)) {
            throw StateTypes.damaged(name + " had (" + signature + "), it has (" + types.signature(type) + ")", null);
        }
        classes.add(type);
        return type;
    }
}

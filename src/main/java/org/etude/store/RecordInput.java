// SPDX-License-Identifier: Apache-2.0
package org.etude.store;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StreamCorruptedException;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.report.Report;

/** Reads what {@link RecordOutput} wrote. Records are created by their constructors, which validate them. */
final class RecordInput {
    private static final Tag[] TAGS = Tag.values();

    private final DataInputStream in;
    private final ArrayInput arrays;
    private final List<String> texts = new ArrayList<>();
    private final List<Class<?>> types = new ArrayList<>();
    private final List<Object> storables = new ArrayList<>();

    RecordInput(InputStream in) {
        this.in = new DataInputStream(in);
        arrays = new ArrayInput(this.in);
    }

    /** A type that is missing from this version or has other components in it. */
    static final class OtherVersion extends IOException {
        private static final long serialVersionUID = 1L;

        OtherVersion(String what) {
            super(what);
        }
    }

    static int size(int given) throws IOException {
        if (given < 0) {
            throw new StreamCorruptedException("a size is " + given);
        }
        return given;
    }

    Object read() throws IOException {
        Tag tag = tag();
        return switch (tag) {
            case NULL -> null;
            case TRUE -> true;
            case FALSE -> false;
            case INT -> in.readInt();
            case LONG -> in.readLong();
            case DOUBLE -> in.readDouble();
            case TEXT, TEXT_AGAIN -> text(tag);
            case ENUM -> constant();
            case RECORD -> record();
            case STORABLE, STORABLE_AGAIN -> storable(tag);
            case BYTES, INTS, LONGS, DOUBLES, BOOLEANS -> array(tag);
            default -> other(tag);
        };
    }

    private Tag tag() throws IOException {
        int number = in.readUnsignedByte();
        if (number >= TAGS.length) {
            throw new StreamCorruptedException("no value begins with " + number);
        }
        return TAGS[number];
    }

    private Object array(Tag tag) throws IOException {
        return switch (tag) {
            case BYTES -> arrays.bytes();
            case INTS -> arrays.ints();
            case LONGS -> arrays.longs();
            case DOUBLES -> arrays.doubles();
            default -> arrays.booleans();
        };
    }

    private Object other(Tag tag) throws IOException {
        return switch (tag) {
            case LIST -> Collections.unmodifiableList(all());
            case NUMBERS -> numbers();
            case SET -> Collections.unmodifiableSet(new LinkedHashSet<>(all()));
            case MAP -> Collections.unmodifiableMap(map(new LinkedHashMap<>()));
            case SORTED_MAP -> sortedMap();
            case OPTIONAL -> Optional.ofNullable(read());
            case PATH -> Path.of(text());
            case REPORT -> Report.of(all().stream().map(Finding.class::cast).toList());
            default -> Progress.NONE;
        };
    }

    private List<Integer> numbers() throws IOException {
        if (tag() != Tag.INTS) {
            throw new StreamCorruptedException("a list of numbers has no runs");
        }
        return NumberList.of(arrays.ints());
    }

    private String text() throws IOException {
        return text(tag());
    }

    private String text(Tag tag) throws IOException {
        if (tag == Tag.TEXT_AGAIN) {
            return texts.get(in.readInt());
        }
        if (tag != Tag.TEXT) {
            throw new StreamCorruptedException("a text begins with " + tag);
        }
        int length = size(in.readInt());
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException();
        }
        texts.add(new String(bytes, StandardCharsets.UTF_8));
        return texts.get(texts.size() - 1);
    }

    private Class<?> type() throws IOException {
        int number = in.readInt();
        if (number < types.size()) {
            return types.get(number);
        }
        String name = text();
        String components = text();
        try {
            Class<?> type = RecordTypes.type(name);
            String now = RecordTypes.components(type);
            if (!now.equals(components)) {
                throw new OtherVersion(RecordTypes.change(name, components, now));
            }
            types.add(type);
            return type;
        } catch (ClassNotFoundException e) {
            OtherVersion other = new OtherVersion(name + " no longer exists");
            other.initCause(e);
            throw other;
        }
    }

    private Object constant() throws IOException {
        Class<?> type = type();
        String name = text();
        return Arrays.stream(type.getEnumConstants())
                .filter(one -> ((Enum<?>) one).name().equals(name))
                .findFirst()
                .orElseThrow(() -> new OtherVersion(type.getSimpleName() + " has no " + name));
    }

    private Object record() throws IOException {
        Class<?> type = type();
        RecordShape shape = RecordShape.of(type);
        Object[] values = new Object[shape.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = read();
        }
        try {
            return shape.make(values);
        } catch (InvocationTargetException e) {
            StreamCorruptedException damaged = new StreamCorruptedException(type.getSimpleName()
                    + " rejects its values: " + e.getCause().getMessage());
            damaged.initCause(e);
            throw damaged;
        } catch (IllegalArgumentException e) {
            StreamCorruptedException damaged =
                    new StreamCorruptedException(type.getSimpleName() + " has values of other types");
            damaged.initCause(e);
            throw damaged;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getName(), e);
        }
    }

    private Object storable(Tag tag) throws IOException {
        if (tag == Tag.STORABLE_AGAIN) {
            return storables.get(in.readInt());
        }
        Object made = ((Saved) record()).restored();
        storables.add(made);
        return made;
    }

    private List<Object> all() throws IOException {
        int size = size(in.readInt());
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            all.add(read());
        }
        return all;
    }

    private SortedMap<Object, Object> sortedMap() throws IOException {
        SortedMap<Object, Object> map = new TreeMap<>();
        map(map);
        return Collections.unmodifiableSortedMap(map);
    }

    private Map<Object, Object> map(Map<Object, Object> empty) throws IOException {
        int size = size(in.readInt());
        for (int i = 0; i < size; i++) {
            Object key = read();
            empty.put(key, read());
        }
        return empty;
    }
}

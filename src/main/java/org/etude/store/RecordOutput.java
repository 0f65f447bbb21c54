// SPDX-License-Identifier: Apache-2.0
package org.etude.store;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.etude.report.Progress;
import org.etude.report.Report;

/** Writes values as a {@link Tag} followed by its content. Equal texts and types are written once. */
final class RecordOutput {
    private final DataOutputStream out;
    private final Map<String, Integer> texts = new HashMap<>();
    private final Map<Class<?>, Integer> types = new HashMap<>();
    private final Map<Storable, Integer> storables = new IdentityHashMap<>();

    RecordOutput(OutputStream out) {
        this.out = new DataOutputStream(out);
    }

    void flush() throws IOException {
        out.flush();
    }

    /**
     * Writes a value.
     *
     * @throws IllegalArgumentException when its type cannot be saved
     */
    void write(Object value) throws IOException {
        if (value == null) {
            tag(Tag.NULL);
        } else if (value instanceof Boolean on) {
            tag(on ? Tag.TRUE : Tag.FALSE);
        } else if (value instanceof Number number) {
            number(number);
        } else if (value instanceof String text) {
            text(text);
        } else if (value instanceof Enum<?> constant) {
            tag(Tag.ENUM);
            type(constant.getDeclaringClass());
            text(constant.name());
        } else if (value instanceof Record record) {
            tag(Tag.RECORD);
            record(record);
        } else if (value.getClass().isArray()) {
            new ArrayOutput(out).write(value);
        } else {
            other(value);
        }
    }

    private void other(Object value) throws IOException {
        if (value instanceof Storable storable) {
            storable(storable);
        } else if (value instanceof Map<?, ?> map) {
            tag(map instanceof SortedMap ? Tag.SORTED_MAP : Tag.MAP);
            map(map);
        } else if (value instanceof Collection<?> many && NumberList.is(many)) {
            tag(Tag.NUMBERS);
            new ArrayOutput(out).write(NumberList.runs(many));
        } else if (value instanceof Collection<?> many) {
            tag(many instanceof Set ? Tag.SET : Tag.LIST);
            all(many instanceof Set ? sorted(many) : many);
        } else if (value instanceof Optional<?> optional) {
            tag(Tag.OPTIONAL);
            write(optional.orElse(null));
        } else if (value instanceof Path path) {
            tag(Tag.PATH);
            text(path.toString());
        } else if (value instanceof Report report) {
            tag(Tag.REPORT);
            all(report.findings());
        } else if (value instanceof Progress) {
            tag(Tag.PROGRESS);
        } else {
            throw new IllegalArgumentException(value.getClass() + " cannot be saved");
        }
    }

    private void tag(Tag tag) throws IOException {
        out.writeByte(tag.ordinal());
    }

    private void number(Number number) throws IOException {
        if (number instanceof Integer i) {
            tag(Tag.INT);
            out.writeInt(i);
        } else if (number instanceof Long l) {
            tag(Tag.LONG);
            out.writeLong(l);
        } else if (number instanceof Double d) {
            tag(Tag.DOUBLE);
            out.writeDouble(d);
        } else {
            throw new IllegalArgumentException(number.getClass() + " cannot be saved");
        }
    }

    private void text(String text) throws IOException {
        Integer known = texts.putIfAbsent(text, texts.size());
        if (known != null) {
            tag(Tag.TEXT_AGAIN);
            out.writeInt(known);
            return;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        tag(Tag.TEXT);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private void type(Class<?> type) throws IOException {
        Integer known = types.putIfAbsent(type, types.size());
        out.writeInt(known == null ? types.size() - 1 : known);
        if (known == null) {
            text(RecordTypes.name(type));
            text(RecordTypes.components(type));
        }
    }

    private void record(Record record) throws IOException {
        type(record.getClass());
        RecordShape shape = RecordShape.of(record.getClass());
        for (int i = 0; i < shape.size(); i++) {
            write(shape.component(record, i));
        }
    }

    private void storable(Storable storable) throws IOException {
        Integer known = storables.get(storable);
        if (known != null) {
            tag(Tag.STORABLE_AGAIN);
            out.writeInt(known);
            return;
        }
        tag(Tag.STORABLE);
        record((Record) storable.saved());
        storables.put(storable, storables.size());
    }

    private void all(Collection<?> many) throws IOException {
        out.writeInt(many.size());
        for (Object one : many) {
            write(one);
        }
    }

    private void map(Map<?, ?> map) throws IOException {
        out.writeInt(map.size());
        for (Object key : map instanceof SortedMap ? map.keySet() : sorted(map.keySet())) {
            write(key);
            write(map.get(key));
        }
    }

    /** The iteration order of the JDK's sets and maps differs from run to run. */
    private static List<?> sorted(Collection<?> many) {
        return many.stream().sorted(Comparator.comparing(String::valueOf)).toList();
    }
}

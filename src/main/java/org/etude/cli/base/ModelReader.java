// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.etude.cli.base.DeclaredOption.NumberRange;
import picocli.CommandLine.ITypeConverter;

/** Reads what {@link ModelOutput} wrote, in the same order. */
final class ModelReader {
    private final byte[] bytes;
    private final ByteBuffer at;

    ModelReader(byte[] bytes) {
        this.bytes = bytes;
        at = ByteBuffer.wrap(bytes);
    }

    int number() {
        return at.getInt();
    }

    boolean flag() {
        return at.get() != 0;
    }

    /** A text, or null. Characters of Latin-1, that is nearly all, are copied without being decoded one by one. */
    String text() {
        int length = number();
        if (length < 0) {
            return null;
        }
        int start = at.position() + 1;
        boolean latin = flag();
        at.position(start + length);
        return new String(bytes, start, length, latin ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_16BE);
    }

    String[] texts() {
        String[] texts = new String[number()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = text();
        }
        return texts;
    }

    /** A field of a class or of a class that it extends. */
    Field field(Class<?> type) throws NoSuchFieldException {
        Class<?> owner = type;
        for (int up = number(); up > 0; up--) {
            owner = owner.getSuperclass();
        }
        Field field = owner.getDeclaredField(text());
        field.setAccessible(true);
        return field;
    }

    /** An option's or argument's range of numbers, or null. */
    NumberRange range() {
        return flag() ? new NumberRange(at.getDouble(), at.getDouble(), text()) : null;
    }

    Class<?>[] types() throws ClassNotFoundException {
        String[] names = texts();
        Class<?>[] types = new Class<?>[names.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = Class.forName(names[i]);
        }
        return types;
    }

    ITypeConverter<?>[] converters() throws ReflectiveOperationException {
        Class<?>[] types = types();
        ITypeConverter<?>[] converters = new ITypeConverter<?>[types.length];
        for (int i = 0; i < types.length; i++) {
            Constructor<?> constructor = types[i].getDeclaredConstructor();
            constructor.setAccessible(true);
            converters[i] = (ITypeConverter<?>) constructor.newInstance();
        }
        return converters;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.checkpoint;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/** Values without identity: numbers, texts, constants. */
final class PlainValues {
    /** Writes a class. */
    interface TypeOutput {
        void write(Class<?> type) throws IOException;
    }

    private PlainValues() {}

    static void write(Object value, DataOutputStream out, TypeOutput types) throws IOException {
        if (value instanceof Number || value instanceof Boolean || value instanceof Character) {
            number(value, out);
        } else if (value instanceof Enum<?> constant) {
            out.writeByte(StateTag.ENUM.ordinal());
            types.write(constant.getDeclaringClass());
            out.writeUTF(constant.name());
        } else {
            out.writeByte((value instanceof Path ? StateTag.PATH : StateTag.TEXT).ordinal());
            byte[] bytes = value.toString().getBytes(StandardCharsets.UTF_8);
            out.writeInt(bytes.length);
            out.write(bytes);
        }
    }

    private static void number(Object value, DataOutputStream out) throws IOException {
        if (value instanceof Integer i) {
            out.writeByte(StateTag.INT.ordinal());
            out.writeInt(i);
        } else if (value instanceof Long l) {
            out.writeByte(StateTag.LONG.ordinal());
            out.writeLong(l);
        } else if (value instanceof Double d) {
            out.writeByte(StateTag.DOUBLE.ordinal());
            out.writeDouble(d);
        } else if (value instanceof Boolean b) {
            out.writeByte(StateTag.BOOLEAN.ordinal());
            out.writeBoolean(b);
        } else if (value instanceof Character c) {
            out.writeByte(StateTag.CHAR.ordinal());
            out.writeChar(c);
        } else {
            small((Number) value, out);
        }
    }

    private static void small(Number value, DataOutputStream out) throws IOException {
        if (value instanceof Short s) {
            out.writeByte(StateTag.SHORT.ordinal());
            out.writeShort(s);
        } else if (value instanceof Byte b) {
            out.writeByte(StateTag.BYTE.ordinal());
            out.writeByte(b);
        } else {
            out.writeByte(StateTag.FLOAT.ordinal());
            out.writeFloat((Float) value);
        }
    }

    static Object read(StateTag tag, DataInputStream in) throws IOException {
        return switch (tag) {
            case BOOLEAN -> in.readBoolean();
            case BYTE -> in.readByte();
            case SHORT -> in.readShort();
            case CHAR -> in.readChar();
            case INT -> in.readInt();
            case LONG -> in.readLong();
            case FLOAT -> in.readFloat();
            case DOUBLE -> in.readDouble();
            case TEXT -> text(in);
            case PATH -> Path.of(text(in));
            default -> throw new IllegalArgumentException(tag.toString());
        };
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }

    static Object constant(Class<?> type, String name) throws IOException {
        return Arrays.stream(type.getEnumConstants())
                .filter(one -> ((Enum<?>) one).name().equals(name))
                .findFirst()
                .orElseThrow(() -> StateTypes.damaged(type.getSimpleName() + " has no " + name, null));
    }
}

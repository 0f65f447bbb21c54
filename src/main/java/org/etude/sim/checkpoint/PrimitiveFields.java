// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.checkpoint;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;

/** Reads and writes primitive fields of objects. */
final class PrimitiveFields {
    private PrimitiveFields() {}

    static void write(Field field, Object of, DataOutputStream out) throws IOException {
        Class<?> type = field.getType();
        try {
            if (type == int.class) {
                out.writeInt(field.getInt(of));
            } else if (type == long.class) {
                out.writeLong(field.getLong(of));
            } else if (type == boolean.class) {
                out.writeBoolean(field.getBoolean(of));
            } else if (type == double.class) {
                out.writeDouble(field.getDouble(of));
            } else if (type == float.class) {
                out.writeFloat(field.getFloat(of));
            } else if (type == short.class) {
                out.writeShort(field.getShort(of));
            } else if (type == byte.class) {
                out.writeByte(field.getByte(of));
            } else {
                out.writeChar(field.getChar(of));
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field.toString(), e);
        }
    }

    static void read(Field field, Object of, DataInputStream in) throws IOException {
        Class<?> type = field.getType();
        try {
            if (type == int.class) {
                field.setInt(of, in.readInt());
            } else if (type == long.class) {
                field.setLong(of, in.readLong());
            } else if (type == boolean.class) {
                field.setBoolean(of, in.readBoolean());
            } else if (type == double.class) {
                field.setDouble(of, in.readDouble());
            } else if (type == float.class) {
                field.setFloat(of, in.readFloat());
            } else if (type == short.class) {
                field.setShort(of, in.readShort());
            } else if (type == byte.class) {
                field.setByte(of, in.readByte());
            } else {
                field.setChar(of, in.readChar());
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field.toString(), e);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes plain values as torch's Pickler does: protocol 2, texts in the memo. */
public final class PickleWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Map<String, Integer> memo = new HashMap<>();

    private PickleWriter() {}

    public static byte[] of(Object value) {
        PickleWriter writer = new PickleWriter();
        writer.out.write(0x80);
        writer.out.write(2);
        writer.write(value);
        writer.out.write('.');
        return writer.out.toByteArray();
    }

    private void little(long value, int bytes) {
        for (int i = 0; i < bytes; i++) {
            out.write((int) (value >> 8 * i));
        }
    }

    private void write(Object value) {
        if (value == null) {
            out.write('N');
        } else if (value instanceof Boolean flag) {
            out.write(flag ? 0x88 : 0x89);
        } else if (value instanceof Integer || value instanceof Long) {
            whole(((Number) value).longValue());
        } else if (value instanceof Double number) {
            out.write('G');
            long bits = Double.doubleToLongBits(number);
            for (int i = 7; i >= 0; i--) {
                out.write((int) (bits >> 8 * i));
            }
        } else if (value instanceof String text) {
            text(text);
        } else if (value instanceof Map<?, ?> map) {
            out.write('}');
            out.write('(');
            map.forEach((k, v) -> {
                write(k);
                write(v);
            });
            out.write('u');
        } else {
            List<?> list = (List<?>) value;
            out.write(']');
            out.write('(');
            list.forEach(this::write);
            out.write('e');
        }
    }

    private void whole(long value) {
        if (value >= 0 && value < 256) {
            out.write('K');
            little(value, 1);
        } else if (value >= 0 && value < 65536) {
            out.write('M');
            little(value, 2);
        } else if (value == (int) value) {
            out.write('J');
            little(value, 4);
        } else {
            out.write(0x8a);
            out.write(8);
            little(value, 8);
        }
    }

    private void text(String text) {
        Integer known = memo.get(text);
        if (known != null) {
            out.write('j');
            little(known, 4);
            return;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.write('X');
        little(bytes.length, 4);
        out.writeBytes(bytes);
        out.write('r');
        little(memo.size(), 4);
        memo.put(text, memo.size());
    }
}

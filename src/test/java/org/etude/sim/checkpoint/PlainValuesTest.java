// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link PlainValues}, and {@link PrimitiveFields}, which have no tag because their class states their type. */
class PlainValuesTest {
    private enum Colour {
        RED,
        BLUE {
            @Override
            public String toString() {
                return "azure";
            }
        }
    }

    static Stream<Object> values() {
        return Stream.of(
                true,
                (byte) -5,
                (short) -300,
                'é',
                -70_000,
                Long.MIN_VALUE,
                1.5f,
                Double.NaN,
                -0.0,
                "",
                "größer €",
                "x".repeat(70_000),
                Path.of("a", "b.et"));
    }

    @ParameterizedTest
    @MethodSource("values")
    void aValueIsReadAsTheTypeThatItHad(Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PlainValues.write(value, new DataOutputStream(bytes), type -> {
            throw new AssertionError(type);
        });
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        StateTag tag = StateTag.values()[in.readByte()];
        assertThat(PlainValues.read(tag, in)).isEqualTo(value);
        assertThat(in.available()).isZero();
    }

    @Test
    void aConstantIsWrittenWithItsEnumAndName() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<Class<?>> types = new ArrayList<>();
        PlainValues.write(Colour.BLUE, new DataOutputStream(bytes), types::add);
        assertThat(types).containsExactly(Colour.class);
        assertThat(bytes.toByteArray()).containsExactly(StateTag.ENUM.ordinal(), 0, 4, 'B', 'L', 'U', 'E');
        assertThat(PlainValues.constant(Colour.class, "BLUE")).isEqualTo(Colour.BLUE);
        assertThatThrownBy(() -> PlainValues.constant(Colour.class, "azure"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Colour has no azure");
    }

    /** One field of each primitive type. */
    private static final class Fields {
        private int whole = -7;
        private long large = 1L << 40;
        private boolean flag = true;
        private double real = -1e-300;
        private float coarse = 0.1f;
        private short narrow = -300;
        private byte octet = -128;
        private char letter = '\u20ac';
    }

    @Test
    void fieldsKeepTheirValues() throws Exception {
        Fields from = new Fields();
        Fields to = new Fields();
        for (Field field : Fields.class.getDeclaredFields()) {
            if (field.isSynthetic()) {
                continue; // The coverage agent adds one.
            }
            field.setAccessible(true);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            PrimitiveFields.read(field, to, new DataInputStream(new ByteArrayInputStream(new byte[8])));
            assertThat(field.get(to)).as(field.getName()).isNotEqualTo(field.get(from));
            PrimitiveFields.write(field, from, new DataOutputStream(bytes));
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
            PrimitiveFields.read(field, to, in);
            assertThat(in.available()).isZero();
            assertThat(field.get(to)).as(field.getName()).isEqualTo(field.get(from));
        }
    }
}

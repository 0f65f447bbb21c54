// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.etude.cli.base.DeclaredOption.NumberRange;
import picocli.CommandLine.Model.ArgSpec;

/** Writes the parts of a command's model; {@link ModelReader} reads them. */
final class ModelOutput {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    byte[] bytes() {
        return out.toByteArray();
    }

    ModelOutput append(byte[] parts) {
        out.writeBytes(parts);
        return this;
    }

    ModelOutput number(int value) {
        out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(value).array());
        return this;
    }

    ModelOutput flag(boolean value) {
        out.write(value ? 1 : 0);
        return this;
    }

    ModelOutput text(String text) {
        if (text == null) {
            return number(-1);
        }
        boolean latin = StandardCharsets.ISO_8859_1.newEncoder().canEncode(text);
        Charset charset = latin ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_16BE;
        byte[] bytes = text.getBytes(charset);
        number(bytes.length).flag(latin);
        out.writeBytes(bytes);
        return this;
    }

    ModelOutput texts(String... texts) {
        number(texts.length);
        for (String text : texts) {
            text(text);
        }
        return this;
    }

    /** What options and positional arguments have in common. */
    ModelOutput argument(ArgSpec argument) {
        String[] elements = {};
        if (argument.isMultiValue() && !argument.type().isArray()) {
            elements = names(argument.auxiliaryTypes());
        }
        texts(elements);
        text(argument.arity().toString()).flag(argument.arity().isUnspecified());
        flag(argument.required()).flag(argument.hidden());
        text(argument.paramLabel()).texts(unformatted(argument.description()));
        text(argument.splitRegex()).text(argument.defaultValue());
        Object[] converters = argument.converters();
        Class<?>[] types = new Class<?>[converters.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = converters[i].getClass();
        }
        texts(names(types));
        candidates(argument);
        return range(DeclaredOption.of(argument).range());
    }

    /** Picocli formats a description each time it is read, this one included. */
    private static String[] unformatted(String... description) {
        String[] texts = new String[description.length];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = description[i].replace("%", "%%");
        }
        return texts;
    }

    /** Those of an enum are its constants. */
    private void candidates(ArgSpec argument) {
        List<String> candidates = new ArrayList<>();
        if (argument.completionCandidates() != null && !argument.typeInfo().isEnum()) {
            argument.completionCandidates().forEach(candidates::add);
        }
        texts(candidates.toArray(new String[0]));
    }

    private ModelOutput range(NumberRange range) {
        flag(range != null);
        if (range != null) {
            byte[] ends = ByteBuffer.allocate(2 * Double.BYTES)
                    .putDouble(range.from())
                    .putDouble(range.to())
                    .array();
            out.writeBytes(ends);
            text(range.give());
        }
        return this;
    }

    private static String[] names(Class<?>... types) {
        String[] names = new String[types.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = types[i].getName();
        }
        return names;
    }
}

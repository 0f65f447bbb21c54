// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.lang.reflect.Field;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Range;

/** What was written about an option or argument, apart from its names or position. */
record WrittenArgument(
        FieldValue value,
        Object initial,
        Class<?>[] elements,
        Range arity,
        boolean required,
        boolean hidden,
        String label,
        String[] description,
        String split,
        String byDefault,
        ITypeConverter<?>[] converters,
        List<String> candidates,
        DeclaredOption declared) {

    static WrittenArgument read(ModelReader in, FieldValue value) throws ReflectiveOperationException {
        Field field = value.field();
        return new WrittenArgument(
                value,
                value.get(),
                in.types(),
                Range.valueOf(in.text()).unspecified(in.flag()),
                in.flag(),
                in.flag(),
                in.text(),
                in.texts(),
                in.text(),
                in.text(),
                in.converters(),
                List.of(in.texts()),
                new DeclaredOption(field.getDeclaringClass(), field.getName(), in.range()));
    }

    /** The same as below; picocli's common type of builders is not public. */
    OptionSpec.Builder fill(OptionSpec.Builder builder) {
        return builder.getter(value)
                .setter(value)
                .initialValue(initial)
                .type(value.field().getType())
                .auxiliaryTypes(elements)
                .arity(arity)
                .required(required)
                .hidden(hidden)
                .paramLabel(label)
                .description(description)
                .splitRegex(split)
                .defaultValue(byDefault)
                .converters(converters)
                .completionCandidates(candidates.isEmpty() ? null : candidates)
                .userObject(declared);
    }

    PositionalParamSpec.Builder fill(PositionalParamSpec.Builder builder) {
        return builder.getter(value)
                .setter(value)
                .initialValue(initial)
                .type(value.field().getType())
                .auxiliaryTypes(elements)
                .arity(arity)
                .required(required)
                .hidden(hidden)
                .paramLabel(label)
                .description(description)
                .splitRegex(split)
                .defaultValue(byDefault)
                .converters(converters)
                .completionCandidates(candidates.isEmpty() ? null : candidates)
                .userObject(declared);
    }
}

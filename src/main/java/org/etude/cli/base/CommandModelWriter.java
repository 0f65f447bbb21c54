// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** Writes down what the annotations of commands and their mixins say, a file per command, for {@link CommandModel}. */
public final class CommandModelWriter {
    private final Map<Class<?>, byte[]> files = new LinkedHashMap<>();

    /** Adds a command with its mixins. One with a group of options, which is not written, is left out. */
    public void add(Object command) {
        byte[] model = model(CommandSpec.forAnnotatedObject(command));
        if (model != null) {
            files.put(command.getClass(), model);
        }
    }

    /** What was written, by the class of the command. */
    public Map<Class<?>, byte[]> files() {
        return files;
    }

    /** Of a command or mixin; null where something cannot be written. */
    private static byte[] model(CommandSpec spec) {
        Members members = new Members(spec);
        if (!members.of(spec.userObject().getClass(), 0)) {
            return null;
        }
        return new ModelOutput()
                .number(members.count)
                .append(members.out.bytes())
                .text(spec.name())
                .texts(spec.usageMessage().description())
                .texts(spec.usageMessage().footer())
                .text(spec.usageMessage().synopsisSubcommandLabel())
                .bytes();
    }

    /** The members of one class. */
    private static final class Members {
        private final CommandSpec spec;
        private final Map<Object, ArgSpec> arguments = new HashMap<>();
        private final ModelOutput out = new ModelOutput();
        private int count;

        Members(CommandSpec spec) {
            this.spec = spec;
            spec.args().forEach(argument -> arguments.put(argument.userObject(), argument));
        }

        /** Those of a class that it extends come first, as picocli has them; false if one of them cannot be written. */
        boolean of(Class<?> type, int up) {
            boolean all = type.getSuperclass() == null || of(type.getSuperclass(), up + 1);
            for (Field field : type.getDeclaredFields()) {
                all &= !field.isAnnotationPresent(ArgGroup.class);
                MemberKind kind = kind(field);
                if (kind != null) {
                    count++;
                    out.number(kind.ordinal()).number(up).text(field.getName());
                    all &= kind != MemberKind.MIXIN || mixin(spec.mixins().get(field.getName()));
                    argument(arguments.get(field));
                }
            }
            return all;
        }

        private boolean mixin(CommandSpec mixin) {
            byte[] model = model(mixin);
            if (model != null) {
                out.append(model);
            }
            return model != null;
        }

        private static MemberKind kind(Field field) {
            Spec own = field.getAnnotation(Spec.class);
            if (own != null) {
                return own.value() == Spec.Target.MIXEE ? MemberKind.SPEC_OF_MIXEE : MemberKind.SPEC;
            }
            if (field.isAnnotationPresent(Mixin.class)) {
                return MemberKind.MIXIN;
            }
            if (field.isAnnotationPresent(Unmatched.class)) {
                return MemberKind.UNMATCHED;
            }
            if (field.isAnnotationPresent(picocli.CommandLine.Option.class)) {
                return MemberKind.OPTION;
            }
            return field.isAnnotationPresent(picocli.CommandLine.Parameters.class) ? MemberKind.POSITIONAL : null;
        }

        private void argument(ArgSpec argument) {
            if (argument instanceof OptionSpec option) {
                out.texts(option.names()).argument(option);
                out.flag(option.usageHelp()).flag(option.versionHelp()).flag(option.help());
                out.number(option.order()).text(option.fallbackValue());
            } else if (argument instanceof PositionalParamSpec positional) {
                out.argument(positional).text(positional.index().toString());
            }
        }
    }
}

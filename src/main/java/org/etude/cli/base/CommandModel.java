// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UnmatchedArgsBinding;

/**
 * Makes picocli's model of a command from what {@link CommandModelWriter} wrote about its classes when Etude was built.
 * Reading their annotations instead, each kind of which is a class that the JVM makes anew in every process, takes a
 * fifth of a short command. It is a convenience: where nothing was written, picocli reads the annotations.
 */
public final class CommandModel {
    private static final String FOLDER = "/META-INF/etude/commands/";

    private final Function<Class<?>, byte[]> written;

    /** With what was written about a class; null if nothing was. */
    public CommandModel(Function<Class<?>, byte[]> written) {
        this.written = written;
    }

    /** The command line of a command. */
    public static CommandLine line(Object command) {
        return new CommandModel(CommandModel::resource).lineOf(command);
    }

    /** The command line of a command, of the same options whether something was written or not. */
    public CommandLine lineOf(Object command) {
        byte[] bytes = written.apply(command.getClass());
        if (bytes != null) {
            try {
                return new CommandLine(spec(command, null, new ModelReader(bytes)));
            } catch (ReflectiveOperationException | RuntimeException e) {
                return new CommandLine(command); // written by another build
            }
        }
        return new CommandLine(command);
    }

    /** The name of the file about a class, in a jar. */
    public static String path(Class<?> type) {
        return FOLDER + type.getName();
    }

    private static byte[] resource(Class<?> type) {
        try (InputStream in = CommandModel.class.getResourceAsStream(path(type))) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            return null;
        }
    }

    /** The model of a command, or of a mixin of another. */
    private static CommandSpec spec(Object command, CommandSpec mixee, ModelReader in)
            throws ReflectiveOperationException {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(command);
        int members = in.number();
        for (int i = 0; i < members; i++) {
            add(spec, mixee, in);
        }
        spec.name(in.text());
        spec.usageMessage().description(in.texts()).footer(in.texts()).synopsisSubcommandLabel(in.text());
        return spec;
    }

    private static void add(CommandSpec spec, CommandSpec mixee, ModelReader in) throws ReflectiveOperationException {
        MemberKind kind = MemberKind.values()[in.number()];
        Object owner = spec.userObject();
        Field field = in.field(owner.getClass());
        FieldValue value = new FieldValue(field, owner);
        switch (kind) {
            case MIXIN -> spec.addMixin(field.getName(), spec(field.get(owner), spec, in));
            case SPEC -> value.set(spec);
            case SPEC_OF_MIXEE -> value.set(mixee);
            case UNMATCHED -> spec.addUnmatchedArgsBinding(UnmatchedArgsBinding.forStringCollectionSupplier(value));
            case OPTION -> spec.addOption(option(value, in));
            default -> spec.addPositional(positional(value, in));
        }
    }

    private static OptionSpec option(FieldValue value, ModelReader in) throws ReflectiveOperationException {
        OptionSpec.Builder named = OptionSpec.builder(in.texts());
        OptionSpec.Builder builder = WrittenArgument.read(in, value).fill(named);
        return builder.usageHelp(in.flag())
                .versionHelp(in.flag())
                .help(in.flag())
                .order(in.number())
                .fallbackValue(in.text())
                .build();
    }

    private static PositionalParamSpec positional(FieldValue value, ModelReader in)
            throws ReflectiveOperationException {
        WrittenArgument argument = WrittenArgument.read(in, value);
        return argument.fill(PositionalParamSpec.builder()).index(in.text()).build();
    }
}

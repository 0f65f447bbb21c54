// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.etude.cli.base.Command;
import org.etude.cli.base.CommandModel;
import org.etude.cli.base.Console;
import org.etude.cli.base.DeclaredOption;
import org.etude.cli.base.OptionHelp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Spec;

/** A command made from what was written about it, beside the same command made from its annotations. */
final class CommandModelsTest {
    private static final Map<Class<?>, byte[]> FILES = CommandModels.files();
    private static final Console SILENT = new Console(
            new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8),
            new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8),
            false);

    @ParameterizedTest
    @EnumSource
    void theWrittenCommandIsTheAnnotatedOne(CommandName name) {
        for (Command command : withSubcommands(name)) {
            CommandLine written = new CommandModel(FILES::get).lineOf(fresh(command));
            CommandLine annotated = new CommandLine(fresh(command));
            OptionHelp.on(written);
            OptionHelp.on(annotated);
            assertThat(written.getUsageMessage()).isEqualTo(annotated.getUsageMessage());
            assertThat(arguments(written)).isEqualTo(arguments(annotated));
            assertThat(written.isUnmatchedArgumentsAllowed()).isEqualTo(annotated.isUnmatchedArgumentsAllowed());
            assertSpecs(written.getCommandSpec(), null);
        }
    }

    @Test
    void allButTheCommandsWithGroupsOfOptionsAreWritten() {
        Set<String> left = Arrays.stream(CommandName.values())
                .flatMap(name -> withSubcommands(name).stream())
                .map(Object::getClass)
                .filter(type -> !FILES.containsKey(type))
                .map(Class::getSimpleName)
                .collect(Collectors.toSet());
        assertThat(left)
                .isEqualTo(Set.of(
                        "KernelInstallCommand", "KernelUninstallCommand", "KernelListCommand", "KernelDoctorCommand"));
    }

    @Test
    void whatAnotherBuildWroteIsPassedOver() {
        Command command = CommandName.SIMULATE.create();
        byte[] bytes = FILES.get(command.getClass());
        String[] names = arguments(new CommandLine(command)).toArray(new String[0]);
        for (int length = 0; length < bytes.length; length += 97) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThat(arguments(new CommandModel(type -> cut).lineOf(CommandName.SIMULATE.create())))
                    .containsExactly(names);
        }
        byte[] other = FILES.get(CommandName.RUN.create().getClass());
        assertThat(arguments(new CommandModel(type -> other).lineOf(CommandName.SIMULATE.create())))
                .containsExactly(names);
    }

    private static List<Command> withSubcommands(CommandName name) {
        Command command = name.create().on(SILENT);
        CommandLine line = new CommandLine(command);
        command.addTo(line);
        List<Command> commands = new ArrayList<>(List.of(command));
        line.getSubcommands().values().forEach(below -> commands.add(below.getCommand()));
        return commands;
    }

    private static Command fresh(Command command) {
        try {
            return (Command) CommandLine.defaultFactory().create(command.getClass());
        } catch (Exception e) { // as picocli's interface declares
            throw new AssertionError(e);
        }
    }

    private static List<String> arguments(CommandLine line) {
        return line.getCommandSpec().args().stream()
                .map(CommandModelsTest::text)
                .toList();
    }

    private static String text(ArgSpec argument) {
        DeclaredOption declared = DeclaredOption.of(argument);
        Stream<Object> common = Stream.of(
                argument.type(),
                Arrays.toString(argument.auxiliaryTypes()),
                argument.arity() + " " + argument.arity().isUnspecified(),
                argument.required() + " " + argument.hidden(),
                argument.paramLabel() + " " + String.join("|", argument.description()),
                argument.splitRegex() + " " + argument.defaultValue() + " " + argument.defaultValueString(),
                Arrays.stream(argument.converters()).map(Object::getClass).toList(),
                String.valueOf(argument.completionCandidates()),
                declared);
        Stream<Object> own = argument instanceof OptionSpec option
                ? Stream.of(
                        Arrays.toString(option.names()),
                        option.usageHelp() + " " + option.versionHelp() + " " + option.help(),
                        option.order(),
                        option.fallbackValue())
                : Stream.of(((PositionalParamSpec) argument).index());
        return Stream.concat(own, common).map(String::valueOf).collect(Collectors.joining("; "));
    }

    /** Every field that is to hold the model of its command, or of the one it is mixed into, does. */
    private static void assertSpecs(CommandSpec spec, CommandSpec mixee) {
        for (Class<?> type = spec.userObject().getClass(); type != null; type = type.getSuperclass()) {
            for (var field : type.getDeclaredFields()) {
                Spec wanted = field.getAnnotation(Spec.class);
                if (wanted != null) {
                    field.setAccessible(true);
                    try {
                        assertThat(field.get(spec.userObject()))
                                .as(field.toString())
                                .isSameAs(wanted.value() == Spec.Target.MIXEE ? mixee : spec);
                    } catch (IllegalAccessException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        }
        spec.mixins().values().forEach(mixin -> assertSpecs(mixin, spec));
    }
}

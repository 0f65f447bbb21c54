// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.etude.cli.base.Command;
import org.etude.cli.base.Console;
import org.etude.cli.base.ExitCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Numbers that no option takes are wrong usage, and are found before the input is looked for. */
class NumericOptionsTest {
    private static final Set<Class<?>> WHOLE = Set.of(int.class, Integer.class, long.class, Long.class);
    private static final Set<Class<?>> REAL = Set.of(double.class, Double.class);

    /** Any number is a seed or the number of a task; streams of some profilers are negative. */
    private static final Set<String> ANY = Set.of("--seed", "--first-task", "--streams");

    /** Their own checks come later, or their flags are those of other programs. */
    private static final Set<String> OTHERS = Set.of("--spraying", "--reserve", "--best");

    private static final Map<String, List<String>> ARGUMENTS = Map.of(
            "plot", List.of("traffic", "none"),
            "topology", List.of("auto:1d"),
            "sweep", List.of("none", "--network=ring:2"),
            "perfetto", List.of("none", "--out=none.json"),
            "traffic", List.of("none", "--ranks-per-node=1"),
            "import", List.of("none", "--size=1MB"),
            "export", List.of("none", "--goal=none/x"),
            "calibrate", List.of("--timings=none", "--hold-out=0.5"),
            "plan", List.of());

    private record Case(String command, OptionSpec option, String value) {
        @Override
        public String toString() {
            return command + " " + option.longestName() + "=" + value;
        }
    }

    static Stream<Case> numbers() {
        return Stream.of(CommandName.values())
                .filter(name ->
                        name.group() != CommandName.Group.REPLACEMENT && name.group() != CommandName.Group.NOTEBOOK)
                .flatMap(name -> options(name)
                        .filter(option -> !ANY.contains(option.longestName()) && !OTHERS.contains(option.longestName()))
                        .flatMap(option -> values(option).map(value -> new Case(name.text(), option, value))));
    }

    private static Stream<OptionSpec> options(CommandName name) {
        Command command = name.create().on(Console.ofProcess());
        return new CommandLine(command).getCommandSpec().options().stream();
    }

    private static Stream<String> values(ArgSpec option) {
        Class<?> type = option.isMultiValue() && option.auxiliaryTypes().length > 0
                ? option.auxiliaryTypes()[0]
                : option.type();
        return WHOLE.contains(type) ? Stream.of("-1") : REAL.contains(type) ? Stream.of("NaN", "-1.0") : Stream.empty();
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void anImpossibleNumberIsWrongUsage(Case tried) {
        List<Object> arguments = new ArrayList<>(List.of(tried.command()));
        arguments.addAll(ARGUMENTS.getOrDefault(tried.command(), List.of("none")));
        arguments.removeIf(each -> each.toString().startsWith(tried.option().longestName() + "="));
        if (tried.command().equals("plot")) {
            arguments.add("--out=none.svg");
        }
        arguments.add(tried.option().longestName() + "=" + tried.value());
        TestShell shell = TestShell.run(arguments.toArray()).exits(ExitCode.USAGE);
        assertThat(shell.err()).contains(tried.value());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.command;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.etude.cli.base.GivenOptions;
import org.etude.report.EtudeException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.NamedModels;
import org.etude.workload.llm.cost.Gpus;
import org.etude.workload.llm.cost.MachineOptions;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** AICB's options on a command line. */
public final class LlmOptions {
    private LlmOptions() {}

    /** Adds the options to a command. */
    public static void addTo(CommandLine line) {
        CommandSpec spec = line.getCommandSpec();
        for (LlmOption option : LlmOption.values()) {
            OptionSpec.Builder builder = OptionSpec.builder(option.option());
            if (option.kind() == LlmOption.Kind.FLAG) {
                builder.type(boolean.class).arity("0").description(sentence(option) + ".");
            } else {
                String base =
                        option.base() == null || option.base().equals("0") ? "" : " Default: " + option.base() + ".";
                builder.type(String.class).paramLabel("X").description(sentence(option) + "." + base);
            }
            spec.addOption(builder.build());
        }
    }

    /**
     * The training described by a command's options.
     *
     * @throws ParameterException when they describe none: an unknown name, an impossible number
     */
    public static LlmTraining read(CommandSpec command, boolean compat) {
        CommandLine line = command.commandLine();
        return usable(line, () -> {
            LlmTraining training = LlmTraining.of(given(line.getParseResult()), compat);
            training.checkEach();
            MachineOptions.requireKnown(training, training.text(LlmOption.AIOB_FILE) != null);
            return training;
        });
    }

    /**
     * Checks options, each of which may have several values, as far as they can be checked one by one.
     *
     * @throws ParameterException when a name is not known and nothing describes it, or a number is none
     */
    public static void checkEach(Map<LlmOption, String> given, CommandLine line) {
        usable(line, () -> {
            String model = given.get(LlmOption.MODEL_NAME);
            if (model != null && !given.containsKey(LlmOption.HIDDEN) && !given.containsKey(LlmOption.LAYERS)) {
                NamedModels.requireKnown(model);
            }
            if (!given.containsKey(LlmOption.PEAK_TFLOPS)) {
                Gpus.named(given.get(LlmOption.GPU_TYPE));
            }
            for (Map.Entry<LlmOption, String> option : given.entrySet()) {
                for (String value : option.getValue().split(",", -1)) {
                    Map<LlmOption, String> values = defaults();
                    values.put(option.getKey(), value.strip());
                    LlmTraining one = new LlmTraining(values, false);
                    one.checkEach();
                    MachineOptions.requireKnown(one, true);
                }
            }
            return given;
        });
    }

    private static Map<LlmOption, String> defaults() {
        Map<LlmOption, String> values = new EnumMap<>(LlmOption.class);
        for (LlmOption option : LlmOption.values()) {
            if (option.base() != null) {
                values.put(option, option.base());
            }
        }
        return values;
    }

    private static <T> T usable(CommandLine line, Supplier<T> described) {
        try {
            return described.get();
        } catch (EtudeException e) {
            throw new ParameterException(line, e.getMessage());
        }
    }

    /** Refuses a file of measured times that would not be read. */
    public static void checkMeasured(GivenOptions given) {
        given.need(LlmOption.AIOB.option(), LlmOption.AIOB_FILE.option());
    }

    /** The options that were given. */
    public static Map<LlmOption, String> given(ParseResult parsed) {
        Map<LlmOption, String> given = new EnumMap<>(LlmOption.class);
        for (LlmOption option : LlmOption.values()) {
            if (parsed.hasMatchedOption(option.option())) {
                Object value = parsed.matchedOptionValue(option.option(), "");
                given.put(option, value.toString());
            }
        }
        return given;
    }

    /** The training described by AICB's arguments. */
    public static LlmTraining parse(List<String> args, boolean compat) {
        CommandLine line = new CommandLine(CommandSpec.create());
        addTo(line);
        return LlmTraining.of(given(line.parseArgs(args.toArray(new String[0]))), compat);
    }

    private static String sentence(LlmOption option) {
        return Character.toUpperCase(option.meaning().charAt(0))
                + option.meaning().substring(1);
    }
}

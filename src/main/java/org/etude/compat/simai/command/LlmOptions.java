// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.command;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
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

    /** The training described by parsed options. */
    public static LlmTraining read(ParseResult parsed, boolean compat) {
        return LlmTraining.of(given(parsed), compat);
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
        return read(line.parseArgs(args.toArray(new String[0])), compat);
    }

    private static String sentence(LlmOption option) {
        return Character.toUpperCase(option.meaning().charAt(0))
                + option.meaning().substring(1);
    }
}

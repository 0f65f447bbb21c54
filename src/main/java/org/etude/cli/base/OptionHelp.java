// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.etude.table.TextWrap;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Renders the help of a command: options grouped by heading, in the order of declaration; examples unchanged, whatever
 * the width.
 */
public final class OptionHelp {
    private static final String OWN = "Options";
    private static final String ORIGINAL = "Options of the original program";
    private static final String UNUSED = "Not used";
    private static final String HELP = "--help";

    private OptionHelp() {}

    /** Applies this help to a command and its subcommands. */
    public static void on(CommandLine line) {
        Map<String, IHelpSectionRenderer> sections = line.getHelpSectionMap();
        sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> options(help, line.getUsageHelpWidth()));
        sections.put(UsageMessageSpec.SECTION_KEY_PARAMETER_LIST, help -> parameters(help, line.getUsageHelpWidth()));
        sections.put(UsageMessageSpec.SECTION_KEY_FOOTER, help -> footer(help, line.getUsageHelpWidth()));
        line.getCommandSpec().usageMessage().abbreviateSynopsis(true);
        line.getSubcommands().values().forEach(OptionHelp::on);
    }

    private static String options(Help help, int width) {
        Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
        groups.put(OWN, new ArrayList<>());
        List<String> unused = new ArrayList<>();
        for (OptionSpec option : help.commandSpec().options()) {
            if (words(option).startsWith(UNUSED)) {
                unused.add(option.longestName());
            } else if (!option.hidden()) {
                groups.computeIfAbsent(group(option), g -> new ArrayList<>()).add(option);
            }
        }
        StringBuilder text = new StringBuilder();
        groups.forEach((heading, options) -> {
            if (!options.isEmpty()) {
                text.append('\n').append(heading).append(":\n");
                options.forEach(option -> HelpItem.write(names(option), words(option), width, text));
            }
        });
        if (!unused.isEmpty()) {
            text.append('\n');
            TextWrap.lines("Accepted, without effect: " + String.join(" ", unused), width)
                    .forEach(line -> text.append(line).append('\n'));
        }
        return text.toString();
    }

    private static String parameters(Help help, int width) {
        StringBuilder text = new StringBuilder();
        for (PositionalParamSpec parameter : help.commandSpec().positionalParameters()) {
            if (!parameter.hidden()) {
                text.append(text.length() == 0 ? "\n" : "");
                HelpItem.write(parameter.paramLabel(), String.join(" ", parameter.description()), width, text);
            }
        }
        return text.toString();
    }

    private static String footer(Help help, int width) {
        StringBuilder text = new StringBuilder();
        for (String line : help.commandSpec().usageMessage().footer()) {
            FooterLine.broken(line, width).forEach(part -> text.append(part).append('\n'));
        }
        return text.toString();
    }

    private static String group(OptionSpec option) {
        DeclaredOption declared = DeclaredOption.of(option);
        if (declared != null && !option.longestName().equals(HELP)) {
            HelpGroup group = declared.owner().getAnnotation(HelpGroup.class);
            return group == null ? OWN : group.value();
        }
        return option.longestName().equals(HELP) ? OWN : ORIGINAL;
    }

    private static String words(OptionSpec option) {
        return String.join(" ", option.description());
    }

    private static String names(OptionSpec option) {
        String names = String.join(", ", option.names());
        if (option.arity().max() == 0) {
            return names;
        }
        String label = option.paramLabel();
        return option.arity().min() == 0 ? names + "[=" + label + "]" : names + "=" + label;
    }
}

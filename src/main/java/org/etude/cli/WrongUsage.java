// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.cli.base.Suggestion;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Describes invalid arguments: what is wrong, and the nearest valid ones. */
final class WrongUsage {
    private static final String HELP = "help";
    private static final Pattern INVALID =
            Pattern.compile("^Invalid value for (?:positional parameter at index [0-9.*]+ \\((.+?)\\)"
                    + "|option '([^']+)'(?: at index [0-9]+)?(?: \\([^)]*\\))?): ");
    private static final Pattern CHOICE =
            Pattern.compile("([^:]+): expected one of \\[(.*)] \\(case-insensitive\\) but was '(.*)'");

    /** Picocli names a type of Java. */
    private static final Pattern NUMBER = Pattern.compile("' is not an? (int|long|double)$");

    /** Of an option such as --straggler RANK=F. */
    private static final Pattern PAIR = Pattern.compile(
            "^Value for option (?:option )?'([^']+)' \\(([^)]*)\\) should be in KEY=VALUE.* format but was (.*)$");

    private WrongUsage() {}

    /** Two sentences, one line each. */
    static String text(ParameterException e) {
        CommandLine line = e.getCommandLine();
        String command = line.getCommandSpec().qualifiedName();
        String help = "  Try '" + command + " --help'.";
        if (!(e instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return "etude: " + plain(e.getMessage()) + "\n" + help;
        }
        String typed = unmatched.getUnmatched().get(0);
        boolean option = typed.startsWith("-");
        boolean verb = !option && !line.getSubcommands().isEmpty();
        String what = verb ? "there is no command '" + command + " " + typed + "'" : unknown(unmatched.getUnmatched());
        List<String> meant = option ? options(typed, line) : verb ? verbs(typed, command, line) : List.of();
        String advice = option && meant.isEmpty() ? OptionOwners.text(name(typed)) : Suggestion.question(meant);
        return "etude: " + what + "\n" + (advice.isEmpty() ? help : "  " + advice + help.substring(1));
    }

    /** The words that nothing takes; what follows an unknown option is probably its value. */
    private static String unknown(List<String> words) {
        boolean option = words.get(0).startsWith("-");
        List<String> named = words.stream()
                .filter(word -> word.startsWith("-") == option)
                .map(word -> "'" + word + "'")
                .toList();
        String what = option ? "Unknown option" : "Unexpected argument";
        return what + (named.size() == 1 ? ": " : "s: ") + String.join(", ", named);
    }

    /** Picocli's message with the name of the argument instead of its kind and index. */
    private static String plain(String message) {
        String named = PAIR.matcher(INVALID.matcher(message).replaceFirst("$1$2: "))
                .replaceFirst("$1: '$3' is not of the form $2");
        Matcher number = NUMBER.matcher(named);
        if (number.find()) {
            String kind = "double".equals(number.group(1)) ? "number" : "whole number";
            return number.replaceFirst("' is not a " + kind);
        }
        Matcher choice = CHOICE.matcher(named);
        return choice.matches()
                ? choice.group(1) + " is '" + choice.group(3) + "'; give one of "
                        + choice.group(2).toLowerCase(Locale.ROOT)
                : named;
    }

    private static List<String> verbs(String typed, String command, CommandLine line) {
        List<String> names = new ArrayList<>(line.getSubcommands().keySet());
        if (line.getParent() == null) {
            names.add(HELP);
            names.add("--version");
        }
        return Suggestion.of(typed, names).stream()
                .map(name -> command + " " + name)
                .toList();
    }

    private static List<String> options(String typed, CommandLine line) {
        return Suggestion.of(
                name(typed),
                line.getCommandSpec().options().stream()
                        .filter(option -> !option.hidden())
                        .map(OptionSpec::longestName)
                        .toList());
    }

    private static String name(String option) {
        return option.replaceFirst("=.*", "");
    }
}

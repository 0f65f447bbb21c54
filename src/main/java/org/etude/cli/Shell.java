// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import org.etude.cli.base.Command;
import org.etude.cli.base.CommandModel;
import org.etude.cli.base.Console;
import org.etude.cli.base.ErrorLines;
import org.etude.cli.base.ExitCode;
import org.etude.cli.base.GivenOptions;
import org.etude.cli.base.OptionHelp;
import org.etude.report.EtudeException;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/**
 * Finds the command that the arguments name, runs it, and turns the outcome into an exit status and, on failure, two
 * sentences.
 */
final class Shell {
    private static final String DEBUG = "ETUDE_DEBUG";
    private static final String HELP = "help";
    private static final int HELP_WIDTH = 100;
    private static final int NARROWEST_HELP = 60;

    private Shell() {}

    /** Runs one command; prints only to the console. */
    static int run(Console console, String... args) {
        int width = console.width() == 0 ? HELP_WIDTH : Math.max(NARROWEST_HELP, console.width());
        if (args.length > 1 && args[0].equals(HELP)) {
            return run(console, helpOf(args));
        }
        if (args.length == 0 || args.length == 1 && Top.asksForHelp(args[0])) {
            (args.length == 0 ? console.err() : console.out()).print(TopHelp.text(width));
            return args.length == 0 ? ExitCode.USAGE : ExitCode.OK;
        }
        CommandLine line = commandLine(console, args);
        line.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
        line.setParameterExceptionHandler((e, all) -> usage(e, console));
        line.setExecutionExceptionHandler((e, failed, parsed) -> failed(e, failed.getCommand(), console));
        line.setExecutionStrategy(Shell::execute);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpWidth(width);
        OptionHelp.on(line);
        line.registerConverter(Path.class, Shell::path);
        try {
            // If the name is not a command, nothing else is examined: there is no command whose help could be shown.
            return CommandName.of(args[0]) == null ? line.execute(args[0]) : line.execute(args);
        } catch (OutOfMemoryError e) {
            return memory(e, console);
        } catch (StackOverflowError | LinkageError e) {
            return Thread.currentThread().isInterrupted() ? interrupted(console) : internal(e, console);
        }
    }

    /** Turns {@code help run} into {@code run --help}. */
    private static String[] helpOf(String... args) {
        String[] asked = Arrays.copyOfRange(args, 1, args.length + 1);
        asked[args.length - 1] = "--" + HELP;
        return Top.asksForHelp(asked[0]) ? new String[] {asked[0]} : asked;
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new TypeConversionException(
                    "the path '" + text + "' cannot be passed to the system in the character set "
                            + System.getProperty("sun.jnu.encoding") + " of the locale; set LC_ALL=C.UTF-8");
        }
    }

    /** With only the named command or, if there is no such command, with all names, for suggestions. */
    private static CommandLine commandLine(Console console, String... args) {
        CommandLine line = CommandModel.line(new Top());
        line.getCommandSpec().versionProvider(new Top.Version());
        CommandName asked = CommandName.of(args[0]);
        if (asked != null) {
            Command command = asked.create().on(console);
            CommandLine added = CommandModel.line(command);
            added.getCommandSpec().usageMessage().description(asked.description());
            command.addTo(added);
            line.addSubcommand(asked.text(), added);
            return line;
        }
        for (CommandName name : CommandName.values()) {
            line.addSubcommand(name.text(), CommandSpec.create());
        }
        return line;
    }

    private static int execute(ParseResult parsed) {
        if (!parsed.hasSubcommand() && !parsed.isUsageHelpRequested() && !parsed.isVersionHelpRequested()) {
            CommandLine top = parsed.commandSpec().commandLine();
            top.getErr().print(TopHelp.text(top.getUsageHelpWidth()));
            top.getErr().flush();
            return ExitCode.USAGE;
        }
        if (parsed.isUsageHelpRequested()) {
            CommandLine top = parsed.commandSpec().commandLine();
            top.getOut().print(TopHelp.text(top.getUsageHelpWidth()));
            top.getOut().flush();
            return ExitCode.OK;
        }
        ParseResult leaf = leaf(parsed);
        if (!leaf.isUsageHelpRequested()) {
            refuseEmpty(leaf);
            GivenOptions.check(leaf);
            OutputTarget.check(leaf);
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    /** What was typed for the command that is to run. */
    private static ParseResult leaf(ParseResult parsed) {
        ParseResult leaf = parsed;
        while (leaf.hasSubcommand()) {
            leaf = leaf.subcommand();
        }
        return leaf;
    }

    /** An empty path, as of a shell's unset variable, would be the current directory; an empty filter would keep all. */
    private static void refuseEmpty(ParseResult leaf) {
        for (ArgSpec argument : leaf.matchedArgs()) {
            if (argument.originalStringValues().stream().anyMatch(String::isBlank)) {
                String name = argument.isPositional() ? argument.paramLabel() : ((OptionSpec) argument).longestName();
                throw new ParameterException(
                        leaf.commandSpec().commandLine(), name + " is empty; is a variable of the shell unset?");
            }
        }
    }

    /** A file that an argument names and that cannot be used is not a fault of the command line. */
    private static int usage(ParameterException e, Console console) {
        if (e.getCause() instanceof EtudeException fault) {
            return refused(fault, console);
        }
        e.getCommandLine().getErr().println(ErrorLines.of(WrongUsage.text(e)));
        return ExitCode.USAGE;
    }

    private static int refused(EtudeException e, Console console) {
        console.say(e.getMessage());
        return ExitCode.FAILED;
    }

    private static int failed(Exception e, Command command, Console console) {
        command.quiet();
        console.out().flush();
        if (Thread.currentThread().isInterrupted() || e instanceof CancellationException) {
            return interrupted(console);
        }
        OutOfMemoryError memory = memoryIn(e);
        if (memory != null) {
            return memory(memory, console);
        }
        if (e instanceof EtudeException) {
            return refused((EtudeException) e, console);
        }
        return internal(e, console);
    }

    private static int interrupted(Console console) {
        console.err().println("etude: interrupted");
        return ExitCode.INTERRUPTED;
    }

    /** An error of a worker thread arrives as a cause, or as a suppressed exception. */
    private static OutOfMemoryError memoryIn(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof OutOfMemoryError memory) {
                return memory;
            }
            for (Throwable other : at.getSuppressed()) {
                OutOfMemoryError memory = memoryIn(other);
                if (memory != null) {
                    return memory;
                }
            }
        }
        return null;
    }

    private static int memory(OutOfMemoryError e, Console console) {
        long heap = Runtime.getRuntime().maxMemory() >> 20;
        console.err().println("etude: not enough memory: " + e.getMessage() + ", of at most " + heap + " MiB");
        console.err()
                .println(
                        "  Give it more (ETUDE_JAVA_OPTS=-Xmx8g etude ...), or ask for less: fewer ranks, chunks or --messages.");
        return ExitCode.MEMORY;
    }

    private static int internal(Throwable e, Console console) {
        console.err().println("etude: a fault of Etude itself: " + e);
        console.err().println("  Please report it with what " + DEBUG + "=1 etude ... prints.");
        if (System.getenv(DEBUG) != null) {
            e.printStackTrace(console.err());
        }
        return ExitCode.INTERNAL;
    }
}

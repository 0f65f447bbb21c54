package org.etude.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.etude.report.EtudeException;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Finds the command that the arguments name, runs it, and turns whatever happens into an exit status and two sentences. */
final class Shell {
    private static final String DEBUG = "ETUDE_DEBUG";
    private static final int HELP_WIDTH = 110;

    private Shell() {}

    /** Runs one command; prints nothing but to the console. */
    static int run(Console console, String... args) {
        CommandLine line = commandLine(console, args);
        line.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
        line.setParameterExceptionHandler((e, all) -> usage(e));
        line.setExecutionExceptionHandler((e, failed, parsed) -> failed(e, failed.getCommand(), console));
        line.setExecutionStrategy(Shell::execute);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpWidth(HELP_WIDTH);
        line.registerConverter(Path.class, Shell::path);
        try {
            return line.execute(args);
        } catch (OutOfMemoryError e) {
            console.err().println("etude: not enough memory: " + e.getMessage());
            console.err()
                    .println(
                            "  Give it more (ETUDE_JAVA_OPTS=-Xmx8g etude ...), or ask for less: fewer ranks or chunks.");
            return ExitCode.FAILED;
        } catch (StackOverflowError e) {
            return internal(e, console);
        }
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new TypeConversionException(
                    "the path '" + text + "' cannot be told to the system in the character set "
                            + System.getProperty("sun.jnu.encoding") + " of the locale; set LC_ALL=C.UTF-8");
        }
    }

    private static CommandLine commandLine(Console console, String... args) {
        CommandLine line = new CommandLine(new Top());
        CommandName asked = args.length == 0 ? null : CommandName.of(args[0]);
        for (CommandName name : asked == null ? List.of(CommandName.values()) : List.of(asked)) {
            Command command = name.create().on(console);
            CommandLine added = new CommandLine(command);
            command.addTo(added);
            line.addSubcommand(name.text(), added);
        }
        return line;
    }

    private static int execute(ParseResult parsed) {
        if (!parsed.hasSubcommand() && !parsed.isUsageHelpRequested() && !parsed.isVersionHelpRequested()) {
            CommandSpec top = parsed.commandSpec();
            top.commandLine().usage(top.commandLine().getErr());
            return ExitCode.USAGE;
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    private static int usage(ParameterException e) {
        CommandLine line = e.getCommandLine();
        PrintWriter err = line.getErr();
        err.println("etude: " + e.getMessage());
        if (!UnmatchedArgumentException.printSuggestions(e, err)) {
            err.println("  Try '" + line.getCommandSpec().qualifiedName() + " --help'.");
        }
        return ExitCode.USAGE;
    }

    private static int failed(Exception e, Command command, Console console) {
        command.quiet();
        console.out().flush();
        if (Thread.currentThread().isInterrupted() || e instanceof CancellationException) {
            console.err().println("etude: interrupted");
            return ExitCode.INTERRUPTED;
        }
        if (e instanceof EtudeException) {
            console.err().println("etude: " + e.getMessage());
            return ExitCode.FAILED;
        }
        return internal(e, console);
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

// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.etude.cli.base.Command;
import org.etude.cli.base.CommandModel;
import org.etude.cli.base.CommandModelWriter;
import org.etude.cli.base.Console;
import picocli.CommandLine;

/** Writes the models of all commands for the launcher; the build runs it. Not a command. */
public final class CommandModels {
    private CommandModels() {}

    /** Takes the directory that becomes a jar. */
    public static void main(String[] args) throws IOException {
        for (Map.Entry<Class<?>, byte[]> file : files().entrySet()) {
            Path path = Path.of(args[0], CommandModel.path(file.getKey()));
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
    }

    /** Of every command and subcommand, by its class. */
    static Map<Class<?>, byte[]> files() {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
        Console silent = new Console(nowhere, nowhere, false);
        CommandModelWriter writer = new CommandModelWriter();
        writer.add(new Top());
        for (CommandName name : CommandName.values()) {
            Command command = name.create().on(silent);
            CommandLine line = new CommandLine(command);
            command.addTo(line);
            add(line, writer);
        }
        return writer.files();
    }

    private static void add(CommandLine line, CommandModelWriter writer) {
        writer.add(line.getCommandSpec().userObject());
        line.getSubcommands().values().forEach(below -> add(below, writer));
    }
}

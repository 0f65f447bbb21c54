// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import java.util.ArrayList;
import java.util.List;
import org.etude.cli.base.Command;
import org.etude.report.Counted;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Finds the commands that take an option which another command was given. */
final class OptionOwners {
    private static final int NAMED = 3;

    private OptionOwners() {}

    /**
     * Names the commands, in the order of the help: {@code 'etude run', 'etude simulate' and 4 more commands take
     * --topology.}; "" if there are none. Builds every command, so only an error can afford it.
     */
    static String text(String option) {
        List<String> owners = new ArrayList<>();
        for (CommandName name : CommandName.values()) {
            Command command = name.create();
            CommandLine line = new CommandLine(command);
            command.addTo(line);
            if (takes(line, option)) {
                owners.add("'etude " + name.text() + "'");
            }
        }
        if (owners.isEmpty()) {
            return "";
        }
        int named = owners.size() <= NAMED ? owners.size() - 1 : NAMED - 1;
        String last = owners.size() <= NAMED
                ? owners.get(named)
                : Counted.of(owners.size() - named, "more command", "more commands");
        String before = String.join(", ", owners.subList(0, named));
        return (before.isEmpty() ? last + " takes " : before + " and " + last + " take ") + option + ".";
    }

    private static boolean takes(CommandLine line, String option) {
        OptionSpec found = line.getCommandSpec().findOption(option);
        return found != null && !found.hidden();
    }
}

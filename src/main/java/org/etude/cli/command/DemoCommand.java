// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.etude.Traces;
import org.etude.cli.option.ChainMixin;
import org.etude.report.EtudeException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The whole chain on recordings that come with Etude. */
@Command(
        name = "demo",
        footer = {
            "",
            "Examples:",
            "  etude demo",
            "  etude demo --bandwidth 300Mbps --latency 20us    # the same step on a slower network",
            "  etude demo --topology ring:2 --bandwidth 10Gbps  # and on a faster one"
        })
public final class DemoCommand extends org.etude.cli.base.Command {
    private static final String HOME_PROPERTY = "etude.home";

    @Parameters(
            paramLabel = "RECORDING",
            arity = "0..1",
            defaultValue = "moe-2",
            description = "A directory below data/. Default: ${DEFAULT-VALUE}.")
    private String recording;

    @Option(names = "--out", paramLabel = "DIR", description = "Where to write the ETs and all tables.")
    private Path out;

    @Mixin
    private ChainMixin chain = new ChainMixin();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        Path data = Path.of(System.getProperty(HOME_PROPERTY, ""), "data");
        Path directory = data.resolve(recording);
        if (!Files.isDirectory(directory)) {
            throw missing(directory, recordings(data));
        }
        return chain.run(this, Traces.load(List.of(directory), t -> t, progress()), out);
    }

    private RuntimeException missing(Path directory, List<String> recordings) {
        String own = "use 'etude run DIR' on your own traces.";
        return recordings.isEmpty()
                ? new EtudeException(
                        directory + ": no such recording; none came with this copy of Etude",
                        "Get the directory data/ of Etude's repository, which holds them, or " + own)
                : new ParameterException(
                        spec.commandLine(),
                        "there is no recording '" + recording + "'; take one of " + String.join(", ", recordings)
                                + ", or " + own);
    }

    /** Directories that hold device traces; none when there is no data at all. */
    private static List<String> recordings(Path data) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(data)) {
            for (Path entry : entries) {
                if (Files.exists(entry.resolve("device_0.json.gz"))) {
                    names.add(entry.getFileName().toString());
                }
            }
        } catch (IOException e) {
            return List.of();
        }
        Collections.sort(names);
        return names;
    }
}

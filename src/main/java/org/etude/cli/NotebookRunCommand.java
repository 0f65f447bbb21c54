// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.etude.cli.base.ExitCode;
import org.etude.notebook.html.HtmlExport;
import org.etude.notebook.ipynb.Notebook;
import org.etude.notebook.ipynb.NotebookException;
import org.etude.notebook.ipynb.NotebookFile;
import org.etude.notebook.run.EvaluatorRunner;
import org.etude.notebook.run.NotebookParameters;
import org.etude.notebook.run.NotebookRun;
import org.etude.notebook.run.NotebookRun.Failure;
import org.etude.notebook.run.NotebookRunner;
import org.etude.notebook.run.StaleOutputs;
import org.etude.notebook.run.StaleOutputs.Stale;
import org.etude.report.Counted;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a notebook as Jupyter would, without it. */
@Command(
        name = "run",
        description = {
            "Run the cells of a notebook in order and put what they show into the file. Runs in the notebook's directory, as",
            "Jupyter does. Stops at the first cell that fails; the notebook then stays as it was."
        },
        footer = {
            "",
            "Tags of cells: parameters (declares what -p sets), raises-exception (may fail), skip-execution,",
            "varies (its numbers may differ for --check).",
            "",
            "Examples:",
            "  etude notebook run notebooks/00-tour.ipynb --html tour.html",
            "  etude notebook run study.ipynb -p ranks=256 -p recording=../data/cnn-2 --out study-256.ipynb"
        })
final class NotebookRunCommand extends org.etude.cli.base.Command {
    @Parameters(paramLabel = "FILE", description = "The notebook (.ipynb).")
    private Path file;

    @Option(
            names = "-p",
            paramLabel = "NAME=VALUE",
            description =
                    "Set a variable that the cell tagged \"parameters\" declares; a Java expression, texts without quotes.")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @Option(names = "--out", paramLabel = "FILE", description = "Where to write the notebook. Default: over itself.")
    private Path out;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Also write one HTML page that shows all without a network.")
    private Path html;

    @Option(
            names = "--check",
            description =
                    "Write nothing over the notebook; exit with 3 when stored outputs are not what its cells show now.")
    private boolean check;

    @Override
    public Integer call() {
        Path notebook = file.toAbsolutePath().normalize();
        Notebook stored = NotebookFile.read(notebook); // first, so that a bad file costs no JVM
        Path directory = notebook.getParent();
        return OtherDirectory.isCurrent(directory)
                ? here(stored)
                : OtherDirectory.run(directory, arguments(notebook), console());
    }

    private int here(Notebook stored) {
        Notebook prepared = NotebookParameters.set(stored, parameters, file.toString());
        long start = System.nanoTime();
        NotebookRun run;
        try (EvaluatorRunner runner = new EvaluatorRunner()) {
            run = NotebookRunner.run(prepared, file.toString(), runner, progress());
        }
        quiet();
        write(run);
        run.failure().ifPresent(this::fail);
        console()
                .out()
                .printf(
                        Locale.ROOT,
                        "ran %s of %s in %.1f s%n",
                        Counted.of(run.cellsRun(), "cell"),
                        file,
                        (System.nanoTime() - start) / 1e9);
        return check ? compare(prepared, run.notebook()) : ExitCode.OK;
    }

    private void write(NotebookRun run) {
        Path target = out != null ? out : check || run.failure().isPresent() ? null : file;
        if (target != null) {
            NotebookFile.write(target, run.notebook());
        }
        if (html != null) {
            HtmlExport.write(html, run.notebook(), file.getFileName().toString());
        }
    }

    private void fail(Failure failure) {
        failure.error()
                .traceback()
                .forEach(line -> console().err().println(console().watched() ? line : plain(line)));
        throw new NotebookException(
                file + ": " + failure.where() + ": " + failure.error().name() + ": "
                        + failure.error().value(),
                "The notebook was left as it was; what the cells showed goes to --out FILE or --html FILE.");
    }

    private int compare(Notebook stored, Notebook ran) {
        List<Stale> stale = StaleOutputs.of(stored, ran);
        for (Stale each : stale) {
            console().out().println("cell " + each.number() + ": stored outputs are stale");
            console().out().println("  stored: " + shortened(each.stored()));
            console().out().println("  now:    " + shortened(each.shown()));
        }
        return stale.isEmpty() ? ExitCode.OK : ExitCode.FINDINGS;
    }

    private static String shortened(String outputs) {
        String line = outputs.replaceAll("\\s+", " ");
        return line.length() <= 160 ? line : line.substring(0, 157) + "...";
    }

    private static String plain(String line) {
        return line.replaceAll("\u001b\\[[0-9;]*m", "");
    }

    /** The same command line for a process in another directory. */
    private List<String> arguments(Path notebook) {
        List<String> arguments = new ArrayList<>(List.of("notebook", "run", notebook.toString()));
        parameters.forEach((name, value) -> arguments.addAll(List.of("-p", name + "=" + value)));
        add(arguments, "--out", out);
        add(arguments, "--html", html);
        if (check) {
            arguments.add("--check");
        }
        return arguments;
    }

    private static void add(List<String> arguments, String option, Path path) {
        if (path != null) {
            arguments.addAll(List.of(option, path.toAbsolutePath().normalize().toString()));
        }
    }
}

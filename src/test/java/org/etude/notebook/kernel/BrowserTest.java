// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.etude.cli.base.Launch;
import org.etude.notebook.install.Host;
import org.etude.notebook.install.JupyterLab;
import org.etude.notebook.install.JupyterLab.Found;
import org.etude.notebook.ipynb.Cell;
import org.etude.notebook.ipynb.Notebook;
import org.etude.notebook.ipynb.NotebookFile;
import org.etude.report.Progress;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A table and an interactive figure in a real browser without a network. Pictures for people: target/screenshots. Left out
 * where there is no Chromium; the second part also where there is no Jupyter.
 */
@Tag("campaign")
class BrowserTest {
    private static final Path PICTURES = Path.of("target/screenshots");
    private static final int TRIES = 4;
    private static final int MILLIS = 20_000;

    @TempDir
    Path temp;

    @Test
    void theExportedPageShowsATableAndAFigureThatCanBeZoomed() throws Exception {
        Chromium browser = browser();
        Path page = temp.resolve("seen.html");
        Launch.command("notebook", "run", notebook(), "--html", page);
        assertShown(browser.dom(page.toUri(), MILLIS));
        browser.screenshot(page.toUri(), MILLIS, 1000, PICTURES.resolve("export.png"));
    }

    /** Space reserved for names that a narrow page slants is removed where they fit next to each other. */
    @Test
    void namesThatFitLeaveNoSpaceBelowTheFigure() throws Exception {
        Chromium browser = browser();
        Path file = temp.resolve("bars.ipynb");
        Path page = temp.resolve("bars.html");
        String names = "\"rank 0 recorded\", \"rank 0 simulated\", \"rank 1 recorded\", \"rank 1 simulated\"";
        String bars = "Plots.compare(Table.create(\"t\", StringColumn.create(\"run\", " + names
                + "), IntColumn.create(\"step_ms\", 4, 3, 2, 1)), \"run\", \"step_ms\")";
        NotebookFile.write(file, Notebook.of(Cell.code("bars", bars)));
        Launch.command("notebook", "run", file, "--html", page);
        String dom = browser.dom(page.toUri(), MILLIS);
        assertThat(number("\"height\":(\\d+)", dom) - number("<svg class=\"main-svg\"[^>]* height=\"(\\d+)", dom))
                .as("pixels removed")
                .isBetween(40, 110);
        browser.screenshot(page.toUri(), MILLIS, 600, PICTURES.resolve("bars.png"));
    }

    private static int number(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(pattern).isTrue();
        return Integer.parseInt(matcher.group(1));
    }

    /** The notebook was run and is trusted, so that Jupyter lets its scripts run, and finds Plotly next to the kernelspec. */
    @Test
    void jupyterShowsThemToo() throws Exception {
        Chromium browser = browser();
        Optional<Found> jupyter = new JupyterLab(Host.current(), Progress.NONE).find();
        assumeTrue(jupyter.isPresent(), "no Jupyter here");
        Launch.command("notebook", "run", notebook());
        Launch.command("kernel", "install", "--no-archive", "--prefix", temp);
        assertThat(process(trust(jupyter.get().jupyter(), "seen.ipynb")).start().waitFor())
                .as(() -> "jupyter trust: " + log())
                .isZero();
        int port = freePort();
        Process server = process(jupyter.get().command(temp, options(port))).start();
        try {
            URI home = URI.create("http://127.0.0.1:" + port + "/");
            awaitAnswer(home.resolve("api"), server);
            URI page = home.resolve(
                    jupyter.get().subcommand().equals("lab") ? "lab/tree/seen.ipynb" : "notebooks/seen.ipynb");
            String dom = "";
            for (int i = 1; i <= TRIES && !dom.contains("class=\"js-plotly-plot\""); i++) {
                dom = browser.dom(page, i * MILLIS);
            }
            assertShown(dom);
            browser.screenshot(
                    page, 2 * MILLIS, 1000, PICTURES.resolve(jupyter.get().subcommand() + ".png"));
        } finally {
            server.descendants().forEach(ProcessHandle::destroyForcibly);
            server.destroyForcibly().waitFor();
        }
    }

    /** What only Plotly's own code makes: its class on the figure, a bar of buttons, drawn boxes. */
    private static void assertShown(String dom) {
        assertThat(dom).containsPattern("<table[^>]*class=\"dataframe\"").contains(">1,544</td>");
        assertThat(dom)
                .contains("class=\"js-plotly-plot\"")
                .containsPattern("<svg class=\"main-svg\"")
                .containsPattern("data-title=\"Zoom\"|data-title=\"Pan\"");
        assertThat(dom).containsPattern("ranks <input type=\"range\"[^>]*>\\s*<output>4</output>");
        for (int ranks : new int[] {2, 4, 8}) {
            assertThat(dom)
                    .containsPattern("<figure style=\"[^\"]*" + (ranks == 4 ? "" : "display: none;")
                            + "\" data-label=\"" + ranks + "\">");
        }
    }

    private Path notebook() {
        Path file = temp.resolve("seen.ipynb");
        String data = Path.of("data/cnn-2-hip").toAbsolutePath().toString().replace("\\", "\\\\");
        Notebook cells = Notebook.of(
                Cell.markdown("title", "# Seen by a browser"),
                Cell.code("table", "var traces = Traces.load(\"" + data + "\");\ntraces.ranks()"),
                Cell.code("figure", "Plots.timeline(traces.step(3))"),
                Cell.code("slider", "Slider.of(\"ranks\", 2, 4, 8).at(4).show(n -> \"frame \" + n)"));
        Map<String, Object> kernel = Map.of("name", "etude", "display_name", "Etude (Java)", "language", "java");
        NotebookFile.write(file, new Notebook(5, cells.cells(), Map.of("kernelspec", kernel), Map.of()));
        return file;
    }

    private Chromium browser() throws IOException {
        Optional<Chromium> browser = Chromium.find(Files.createDirectories(temp.resolve("profile")));
        assumeTrue(browser.isPresent(), "no Chromium here");
        return browser.get();
    }

    /** Jupyter's {@code trust}, run by Jupyter's own Python: distributions put the subcommand into a package of its own. */
    private static List<String> trust(Path jupyter, String notebook) throws IOException {
        String first = Files.readAllLines(jupyter).get(0);
        assertThat(first).startsWith("#!");
        List<String> command =
                new ArrayList<>(List.of(first.substring(2).strip().split(" ")));
        command.addAll(List.of("-c", "from nbformat.sign import TrustNotebookApp as t; t.launch_instance()", notebook));
        return command;
    }

    private String log() {
        try {
            return Files.readString(temp.resolve("jupyter.log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Options of the old and the new server. */
    private static List<String> options(int port) {
        List<String> options =
                new ArrayList<>(List.of("--no-browser", "--ip=127.0.0.1", "--port=" + port, "--allow-root"));
        for (String app : List.of("ServerApp", "NotebookApp")) {
            options.addAll(List.of("--" + app + ".token=", "--" + app + ".password=", "--" + app + ".port_retries=0"));
        }
        return options;
    }

    /** A process in the directory of the notebook that sees no settings of the user and only our kernel. */
    private ProcessBuilder process(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(temp.toFile())
                .redirectErrorStream(true)
                .redirectOutput(temp.resolve("jupyter.log").toFile());
        Stream.of("DATA", "CONFIG", "RUNTIME").forEach(name -> builder.environment()
                .put("JUPYTER_" + name + "_DIR", temp.resolve(name).toString()));
        builder.environment().put("JUPYTER_PATH", temp.resolve("share/jupyter").toString());
        return builder;
    }

    private static void awaitAnswer(URI address, Process server) throws InterruptedException {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(address).build();
        while (server.isAlive()) {
            try {
                client.send(request, HttpResponse.BodyHandlers.discarding());
                return;
            } catch (IOException e) {
                Thread.sleep(200);
            }
        }
        throw new AssertionError("Jupyter ended with status " + server.exitValue());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }
}

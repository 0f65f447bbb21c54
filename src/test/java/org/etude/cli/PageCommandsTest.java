// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.unit.Units.mib;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.etude.Workload;
import org.etude.cli.base.Command;
import org.etude.cli.base.Console;
import org.etude.cli.base.ExitCode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * Every command of Etude in README.md and docs/ is understood, and those that stand in blocks run, as on the page but with our
 * recordings in the place of the reader's, unless {@link #NOT_RUN} says why not.
 */
class PageCommandsTest {
    /** What pages name and a reader has: recordings of ours, and what {@link #prepare} writes. */
    private static final Map<String, String> STAND_INS = Map.ofEntries(
            Map.entry("parallelize my-traces", "data/resnet50-2"), // with layers enough for four stages
            Map.entry("MY-TRACES", "data/cnn-2"),
            Map.entry("my-traces", "data/cnn-2"),
            Map.entry("runs/rec", "data/cnn-2"),
            Map.entry("runs/resnet50", "data/cnn-2"),
            Map.entry("runs/other", "data/cnn-2-cuda"),
            Map.entry("my-traces-monday", "data/moe-2"),
            Map.entry("my-traces-friday", "data/moe-2"),
            Map.entry("data/NAME", "data/cnn-2"),
            Map.entry("w/allreduce", "runs/w/allreduce"),
            Map.entry("my-ets", "runs/w/allreduce"),
            Map.entry("job.goal", "runs/job.goal"),
            Map.entry("anybodys_workload.txt", "runs/text.txt"),
            Map.entry("w.txt", "runs/text.txt"),
            Map.entry("wl", "runs/wl"),
            Map.entry("timed-there.json", "runs/timed.csv"),
            Map.entry("all_reduce_8.txt", "runs/timed.csv"),
            Map.entry("all_reduce_16.json", "runs/timed.csv"),
            Map.entry("shared/cache", "runs/cache"));

    /** Beginnings of commands that do not run here, with the reason. */
    private static final Map<String, String> NOT_RUN = notRun();

    /** Texts that begin like a command, but are the first line of a file. */
    private static final Set<String> HEADERS = Set.of("KIND", "simulation", "checkpoint");

    /** What stands on a page for any word of a kind, and a word of that kind. */
    private static final Map<String, String> PLACEHOLDERS = Map.of("KIND", "timeline", "C", "3", "N", "2");

    /** What a parser says that looks into a file which only a reader has. */
    private static final String UNREAD = "cannot be read";

    private static final Set<String> OUTPUTS = Set.of("-o", "--out", "--figure", "--html", "--goal", "--checkpoint");

    /** These pages say what was measured, with inputs of hundreds of MB. */
    private static final Path MEASUREMENTS = Path.of("docs", "benchmarks");

    /** Commands of more than some seconds. */
    private static final List<String> LONG = List.of(
            "run data/resnet50-2", "plan --model llama_70B", "notebook run", "workload et --model_name", "parallelize");

    private static final String PREPARED = "prepared";

    @TempDir
    static Path temp;

    private static Map<String, String> notRun() {
        String docker = "needs a cluster of Spark; spark/ has tests of its own";
        Map<String, String> reasons = new LinkedHashMap<>();
        reasons.put("lab", "opens a browser; JupyterLabTest");
        reasons.put("kernel ", "installs into the account; KernelCommandsTest");
        reasons.put("notebook run", "NotebooksTest runs every notebook");
        reasons.put(
                "simulate runs/70b/step", "470 MB of traces and 2 GB of memory; the 70B job of docs/benchmarks/llm.md");
        reasons.put("workload et --model_name llama_70B", "writes 470 MB; WorkloadCommandTest writes smaller jobs");
        reasons.put("astra-sim", "needs the tutorial's inputs; TutorialCommandsTest has each line");
        reasons.put("simai-simulator", "needs SimAI's inputs; SimAiSimulatorCommandTest");
        reasons.put("triosim", "needs TrioSim's inputs; TrioSimCommandTest");
        reasons.put("load rank_0.db", "needs a profiler's database; ProfilerDatabaseTest");
        reasons.put("kernels HOST", "needs a recording of rocprofv3; RocprofTest");
        reasons.put("critical-path HOST", "needs a recording of rocprofv3; RocprofTest");
        reasons.put("topology topo.xml", "needs a machine's topology file; NcclTopologyTest");
        reasons.put("simulate runs/x/repair --network topo.xml", "needs a machine's topology file; NcclTopologyTest");
        reasons.put("flight comm_traces", "needs dumps; FlightRecorderTest");
        reasons.put("inspector inspector-dumps", "needs dumps; NcclInspectorTest");
        reasons.put("calibrate --timings inspector-dumps", "needs dumps; NcclInspectorTest");
        reasons.put("parallelize my-traces --tp 4 --gpu", "needs a fitted machine; ParallelizeCommandTest");
        reasons.put("import allreduce.xml", "needs a plan of MSCCL; CollectivePlanTest");
        reasons.put("simulate runs/plan ", "needs a plan of MSCCL; CollectivePlanTest");
        reasons.put("simulate my-ets", "needs a plan of MSCCL; CollectivePlanTest");
        reasons.put("workload simai", "writes into the current directory, as the original; WorkloadCommandTest");
        reasons.put("topology simai", "writes into the current directory, as the original; SimAiTopologyCommandTest");
        reasons.put("sweep runs/a/repair runs/b/repair", "needs jobs of 16 and of 8 ranks; SharedFabricTest");
        reasons.put("simulate runs/x/repair -n 4096", "more memory than a test has; CheckpointedSimulateTest");
        reasons.put("merge runs/sweep", "needs all shards of a job array; MergeCommandTest");
        reasons.put("convert /shared", docker);
        reasons.put("repair /shared", docker);
        return reasons;
    }

    @BeforeAll
    static void prepare() throws IOException {
        Path runs = temp.resolve(PREPARED).resolve("runs");
        Files.createDirectories(runs.resolve("w"));
        Workload.of(8, r -> r.allReduce("gradients", mib(1)))
                .save(runs.resolve("w/allreduce").toString());
        Files.writeString(runs.resolve("text.txt"), """
                DATA
                2
                block\t-1\t400\tNONE\t0\t420\tNONE\t0\t380\tALLREDUCE\t16777216\t20
                head\t-1\t150\tNONE\t0\t160\tNONE\t0\t140\tALLREDUCE\t2097152\t10
                """);
        StringBuilder timed = new StringBuilder("size_bytes,time_us\n");
        for (int i = 10; i < 28; i++) {
            timed.append(1L << i).append(',').append(20 + (1L << i) * 1e-4).append('\n');
        }
        Files.writeString(runs.resolve("timed.csv"), timed);
        TestShell.run("run", "data/moe-2", "--out", runs.resolve("x")).exits(ExitCode.OK);
        String[] sweep = {
            "sweep",
            runs.resolve("x/repair").toString(),
            "--topology",
            "auto:1d",
            "--ranks",
            "2,4",
            "--fidelity",
            "analytic"
        };
        TestShell.run(Stream.concat(Stream.of(sweep), Stream.of("--out", runs.resolve("sweep")))
                        .toArray())
                .exits(ExitCode.OK);
    }

    @TestFactory
    Stream<DynamicTest> everyCommandIsUnderstood() {
        return PageCommand.all().stream()
                .filter(command -> command.words().isEmpty()
                        || !HEADERS.contains(command.words().get(0)))
                .map(command -> DynamicTest.dynamicTest(
                        command.toString(), () -> assertThat(problem(command)).isEmpty()));
    }

    @TestFactory
    Stream<DynamicTest> theCommandsOfBlocksRun() {
        return run(false);
    }

    @TestFactory
    @Tag("campaign")
    Stream<DynamicTest> theLongCommandsOfBlocksRun() {
        return run(true);
    }

    private static Stream<DynamicTest> run(boolean isLong) {
        return PageCommand.all().stream()
                .filter(command -> command.isInBlock() && reason(command) == null)
                .filter(command -> !command.page().startsWith(MEASUREMENTS))
                .filter(command -> LONG.stream().anyMatch(joined(command)::startsWith) == isLong)
                .map(command -> DynamicTest.dynamicTest(
                        command.toString(),
                        () -> TestShell.run(arguments(command, folder(command))).exits(ExitCode.OK)));
    }

    @Test
    void everyReasonIsOfACommandAndNamesATestThatExists() throws IOException {
        TreeSet<String> tests = new TreeSet<>();
        try (Stream<Path> files = Files.walk(Path.of("src", "test", "java"))) {
            files.forEach(file -> tests.add(file.getFileName().toString().replace(".java", "")));
        }
        for (Map.Entry<String, String> left : NOT_RUN.entrySet()) {
            assertThat(PageCommand.all()).as(left.getKey()).anyMatch(command -> joined(command)
                    .startsWith(left.getKey()));
            assertThat(left.getValue().split("[^A-Za-z0-9]+"))
                    .filteredOn(word -> word.endsWith("Test"))
                    .as(left.getKey())
                    .allMatch(tests::contains);
        }
    }

    @Test
    void commandsAreFoundInBlocksAndSentences() {
        String page = "Say `etude run\nDIR --out X` or\n\n```\n./etude plan --model M \\\n    --gpus 8   # a comment\n"
                + "etude: no command\n```\n\n    etude link \"a b\" > x.txt\n";
        List<PageCommand> found = PageCommand.of(Path.of("x.md"), page);
        assertThat(found)
                .extracting(PageCommand::text)
                .containsExactly(
                        "etude plan --model M --gpus 8", "etude link \"a b\" > x.txt", "etude run DIR --out X");
        assertThat(found).extracting(PageCommand::line).containsExactly(5, 10, 1);
        assertThat(found.get(1).words()).containsExactly("link", "a b");
    }

    @Test
    void anUnknownCommandOptionOrValueIsFoundOut() {
        for (String wrong : List.of("etude rnu x", "etude run x --bandwith 1Gbps", "etude run x --bandwidth fast")) {
            assertThat(problem(new PageCommand(Path.of("x.md"), 1, wrong, true)))
                    .as(wrong)
                    .isNotEmpty();
        }
    }

    private static String reason(PageCommand command) {
        if (joined(command).contains("--on spark")) {
            return "needs a cluster of Spark";
        }
        return NOT_RUN.entrySet().stream()
                .filter(left -> joined(command).startsWith(left.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    private static String joined(PageCommand command) {
        return String.join(" ", command.words());
    }

    /** What its parser says against a command; "" when it is understood. */
    private static String problem(PageCommand page) {
        List<String> words = new ArrayList<>(page.words().stream()
                .map(word -> word.replaceAll("[\\[\\]]", ""))
                .filter(word -> !word.isEmpty())
                .map(word -> PLACEHOLDERS.getOrDefault(word, word))
                .toList());
        if (words.isEmpty() || words.contains("...") || words.get(0).startsWith("-")) {
            return ""; // something is left out, or it is an option of all commands
        }
        CommandName name = CommandName.of(words.get(0));
        if (name == null) {
            return "no command";
        }
        Command command = name.create().on(new Console(System.out, System.err, false));
        CommandLine line = new CommandLine(command).setCaseInsensitiveEnumValuesAllowed(true);
        command.addTo(line);
        try {
            line.parseArgs(words.subList(1, words.size()).toArray(new String[0]));
            return "";
        } catch (CommandLine.MissingParameterException e) {
            return page.isInBlock() ? String.valueOf(e.getMessage()) : ""; // a sentence may leave the rest out
        } catch (ParameterException e) {
            String said = String.valueOf(e.getMessage());
            return said.contains(UNREAD) ? "" : said;
        }
    }

    /** A folder for each page, so that no page meets what another has written; one that makes runs/x begins without it. */
    private static Path folder(PageCommand command) throws IOException {
        Path folder = temp.resolve(command.page().toString());
        if (Files.notExists(folder)) {
            Path prepared = temp.resolve(PREPARED);
            try (Stream<Path> files = Files.walk(prepared)) {
                boolean makes = PageCommand.all().stream()
                        .anyMatch(each -> each.page().equals(command.page())
                                && each.text().startsWith("etude run ")
                                && each.text().endsWith(" --out runs/x"));
                for (Path file : files.toList()) {
                    if (makes && file.startsWith(prepared.resolve("runs/x"))) {
                        continue;
                    }
                    Path copy = folder.resolve(prepared.relativize(file));
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy);
                }
            }
        }
        return folder;
    }

    private static Object[] arguments(PageCommand command, Path folder) {
        List<Object> arguments = new ArrayList<>();
        String before = "";
        for (String word : command.words()) {
            String path = STAND_INS.getOrDefault(before + " " + word, STAND_INS.getOrDefault(word, word));
            boolean isWritten = OUTPUTS.contains(before);
            arguments.add(
                    path.startsWith("runs/") || isWritten ? folder.resolve(path).toString() : path);
            before = word;
        }
        return arguments.toArray();
    }
}

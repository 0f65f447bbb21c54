// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.etude.report.Gzip;
import org.etude.report.Sha256;
import org.etude.sweep.ReplicatedRecording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Process groups that a rank alone cannot number: the parts of a conversion merge to the bytes that one process writes. */
class ShardedGroupsTest {
    private static final int RANKS = 4;
    /** Per rank; the device trace has their operators first, then their kernels. */
    private static final int COLLECTIVES = 3;
    /** The group of a collective in the device trace, and its name in the host trace. */
    private static final Pattern STATED =
            Pattern.compile("\"Process Group Name\":\"0\"(.*?)\"Process Group Ranks\":\"\\[0, 1]\""
                    + "|\"name\":\"pg_name\",\"type\":\"string\",\"value\":\"0\"");

    private static final Pattern WORLD = Pattern.compile("\"world_size\":\\d+");
    /** The other fields that give the ranks of a group. */
    private static final Pattern STRIDES = Pattern.compile(",\"Global rank (?:start|stride)\":\\d+"
            + "|\\{\"name\":\"global_rank_(?:start|stride)\",\"type\":\"uint64\",\"value\":\\d+},");

    private static final Pattern INPUTS = Pattern.compile("(\"allreduce\",\\[],\\[],)0,1,2]");
    private static final Pattern LISTED = Pattern.compile("\"pg_config\":\\[.*?}]");

    @TempDir
    private Path dir;

    /** A group as a collective names it; its ranks as text, "" when it does not name them. */
    private record Stated(String name, String ranks) {}

    /**
     * A job of four ranks with three all-reduces each.
     *
     * @param world number of ranks as the headers state it
     * @param listed the groups that every header lists, as JSON
     * @param stated the groups of a rank's collectives in turn
     */
    private Path traces(int world, String listed, IntFunction<List<Stated>> stated) throws IOException {
        Path traces = dir.resolve("traces");
        ReplicatedRecording.write(Path.of("data/cnn-2-cuda"), RANKS, traces);
        for (int rank = 0; rank < RANKS; rank++) {
            for (String kind : List.of("host_", "device_")) {
                Path file = traces.resolve(kind + rank + ".json.gz");
                String text;
                try (InputStream in = Gzip.open(file)) {
                    text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                }
                text = WORLD.matcher(text).replaceAll("\"world_size\":" + world);
                text = STRIDES.matcher(text).replaceAll("");
                text = INPUTS.matcher(text).replaceAll("$1-1,-1,-1]");
                text = LISTED.matcher(text).replaceAll("\"pg_config\":" + listed);
                try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
                    out.write(inTurn(text, stated.apply(rank)).getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        return traces;
    }

    private static String inTurn(String text, List<Stated> groups) {
        StringBuilder out = new StringBuilder();
        Matcher next = STATED.matcher(text);
        int count = 0;
        while (next.find()) {
            Stated group = groups.get(count++ % groups.size());
            String changed = next.group(1) == null
                    ? "\"name\":\"pg_name\",\"type\":\"string\",\"value\":\"" + group.name + "\""
                    : "\"Process Group Name\":\"" + group.name + "\"" + next.group(1) + "\"Process Group Ranks\":\"["
                            + group.ranks + "]\"";
            next.appendReplacement(out, Matcher.quoteReplacement(changed));
        }
        assertThat(count).isIn(COLLECTIVES, 2 * COLLECTIVES);
        return next.appendTail(out).toString();
    }

    private static Map<String, String> files(Path of) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(of)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(file.getFileName().toString(), Sha256.hex(Files.readAllBytes(file)));
            }
        }
        return files;
    }

    private Path parts(Path traces) throws IOException {
        Path whole = dir.resolve("whole");
        Path parts = dir.resolve("parts");
        TestShell one = TestShell.run("convert", traces, "--out", whole).exits(ExitCode.OK);
        for (int i = 0; i < 2; i++) {
            TestShell.run("convert", traces, "--out", parts, "--shard", i + "/2")
                    .exits(ExitCode.OK);
        }
        assertThat(TestShell.run("merge", parts).exits(ExitCode.OK).out()).isEqualTo(one.out());
        assertThat(files(parts)).hasSizeGreaterThan(RANKS).isEqualTo(files(whole));
        try (Stream<Path> all = Files.walk(parts.resolve("items"))) {
            assertThat(all.filter(file -> file.toString().endsWith(".part")))
                    .as("ranks converted alone")
                    .hasSize(RANKS);
        }
        return parts;
    }

    /** The parts' nodes are completed; the traces are not read again. */
    private void completed(Path traces) throws IOException {
        Path parts = parts(traces);
        Map<String, String> before = files(parts);
        remove(traces);
        remove(parts);
        TestShell.run("merge", parts).exits(ExitCode.OK);
        assertThat(files(parts)).isEqualTo(before);
    }

    private static void remove(Path directory) throws IOException {
        for (String file : files(directory).keySet()) {
            Files.delete(directory.resolve(file));
        }
    }

    private String groups() throws IOException {
        try (Stream<Path> all = Files.list(dir.resolve("whole"))) {
            Path file = all.filter(one -> one.toString().endsWith(".json"))
                    .findFirst()
                    .orElseThrow();
            return Files.readString(file).replaceAll("\\s", "");
        }
    }

    /** A rank cannot know which numbers the other ranks' groups take, and names its own until the job is known. */
    @Test
    void groupsNamedByWords() throws IOException {
        Path traces = traces(
                RANKS,
                "[{\"pg_name\":\"world\",\"pg_size\":4,\"ranks\":[0,1,2,3]}]",
                rank -> List.of(
                        new Stated("tensor", rank < 2 ? "0, 1" : "2, 3"),
                        new Stated("data", rank % 2 == 0 ? "0, 2" : "1, 3"),
                        new Stated("world", "0, 1, 2, 3")));
        completed(traces);
        assertThat(groups()).isEqualTo("{\"1\":[0,1],\"2\":[0,2],\"3\":[1,3],\"4\":[2,3]}");
    }

    /** A group that is stated in one file and listed in another is one group if ranks and name are the same. */
    @Test
    void oneGroupStatedAndListedDifferently() throws IOException {
        Path traces = traces(
                RANKS,
                "[{\"pg_name\":\"5\",\"pg_size\":2,\"ranks\":[0,1]},{\"pg_name\":\"6\",\"pg_size\":2,\"ranks\":[1,2]}]",
                rank -> List.of(new Stated("5", ""), new Stated("6", "0, 1"), new Stated("5", "2, 3")));
        completed(traces);
        assertThat(groups()).isEqualTo("{\"1\":[2,3],\"5\":[0,1],\"6\":[0,1]}");
    }

    /** What a header calls the world is a group of the job, which the join numbers. */
    @Test
    void aGroupThatIsTheWorldOfItsHeaderOnly() throws IOException {
        Path traces = traces(2, "[]", rank -> List.of(new Stated("7", rank < 2 ? "0, 1" : "2, 3")));
        completed(traces);
        assertThat(groups()).isEqualTo("{\"1\":[2,3],\"7\":[0,1]}");
    }

    /** A rank takes two groups for its world, of which the job has one: its nodes do not distinguish them, so its events are needed. */
    @Test
    void twoGroupsRecordedAsOne() throws IOException {
        Path traces = traces(
                2,
                "[]",
                rank -> List.of(new Stated("7", rank < 2 ? "0, 1" : "2, 3"), new Stated("8", ""), new Stated("7", "")));
        Path parts = parts(traces);
        assertThat(groups()).isEqualTo("{\"1\":[0,1,2,3],\"2\":[2,3],\"7\":[0,1]}");
        remove(traces);
        remove(parts);
        assertThat(TestShell.run("merge", parts).exits(ExitCode.FAILED).err())
                .contains("_0.json.gz: is not here, and the events of all ranks are needed: backends on the host carry"
                        + " their transfers, their files do not fit together, a message lacks its size or its peer, or a rank"
                        + " took several process groups for one")
                .contains("Merge where the traces are, or convert in one process.");
        assertThat(files(parts)).isEmpty();
    }
}

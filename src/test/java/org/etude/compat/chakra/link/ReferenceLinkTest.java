// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.link;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.link.Recording;
import org.etude.report.Progress;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules of chakra_trace_link, step by step, on traces small enough to follow by hand. Times in us. */
class ReferenceLinkTest {
    @TempDir
    Path dir;

    private final Recording.Rank job = Recording.alone();

    @BeforeEach
    void roots() {
        job.node(1, "[pytorch|profiler|execution_trace|process]", 1, 0).thread(2, 1);
    }

    /** A node and its event with an External id of its own, which is its node id. */
    private void op(long id, String name, int tid, double at, double micros) {
        job.op(id, name, 2, tid, at, micros).arg("External id", id);
    }

    private List<JsonNode> link() {
        try {
            job.job().load(dir);
            Path out = dir.resolve("linked.json");
            Path host = dir.resolve("host_0.json");
            ChakraTraceLink.run(0, host, dir.resolve("device_0.json"), out, true, Progress.NONE);
            List<JsonNode> nodes = new ArrayList<>();
            new ObjectMapper().readTree(out.toFile()).get("nodes").forEach(nodes::add);
            return nodes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JsonNode node(String name) {
        return link().stream()
                .filter(n -> n.get("name").asText().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no node " + name));
    }

    private List<String> names() {
        return link().stream()
                .map(n -> n.get("name").asText())
                .filter(n -> !n.startsWith("["))
                .toList();
    }

    @Test
    void workTakesTheNumberAfterItsLauncherAndKeepsTheLaunchersOldId() {
        op(10, "a", 1, 100, 50);
        op(20, "b", 1, 200, 50);
        job.launch("k1", 1, 110, 7, 5, 1, "External id", 10).launch("k2", 1, 120, 7, 5, 2, "External id", 10);
        List<JsonNode> nodes = link();
        assertThat(nodes).extracting(n -> n.get("id").asInt()).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(names()).containsExactly("a", "k1", "k2", "b");
        assertThat(nodes.get(3).get("ctrl_deps").asInt()).isEqualTo(2);
        assertThat(nodes.get(3).get("inclusive_dur").asInt()).isEqualTo(5);
        assertThat(nodes.get(5).get("ctrl_deps").asInt()).isEqualTo(1);
    }

    @Test
    void exclusiveTimeLeavesOutWhatStartsLaterAndLiesWithin() {
        op(10, "outer", 1, 100, 100);
        op(11, "inner", 1, 110, 30);
        op(12, "innermost", 1, 115, 10);
        op(13, "second", 1, 150, 20);
        op(14, "across the end", 1, 190, 30);
        assertThat(node("outer").get("exclusive_dur").asInt()).isEqualTo(50);
        assertThat(node("inner").get("exclusive_dur").asInt()).isEqualTo(20);
        assertThat(node("across the end").get("exclusive_dur").asInt()).isEqualTo(30);
    }

    @Test
    void ofTwoThatStartAtOnceTheLongerOneComesLaterAndKeepsItsTime() {
        op(10, "long", 1, 100, 100);
        op(11, "short", 1, 100, 40);
        assertThat(node("long").get("exclusive_dur").asInt()).isEqualTo(100);
        assertThat(node("short").get("exclusive_dur").asInt()).isEqualTo(40);
    }

    @Test
    void afterAMillisecondsGapAnOperatorFollowsTheLatestOfOtherThreads() {
        op(10, "main early", 1, 0, 10);
        op(11, "main late", 1, 50, 10);
        op(12, "first elsewhere", 2, 100, 10);
        op(13, "soon after", 2, 1_110, 10);
        op(14, "main again", 1, 1_200, 10);
        op(15, "after a gap", 2, 2_121, 10);
        assertThat(node("main early").get("inter_thread_dep").isNull()).isTrue();
        int late = node("main late").get("id").asInt();
        assertThat(node("first elsewhere").get("inter_thread_dep").asInt()).isEqualTo(late);
        assertThat(node("soon after").get("inter_thread_dep").asInt())
                .as("1,000 us are no gap yet: it inherits")
                .isEqualTo(late);
        assertThat(node("after a gap").get("inter_thread_dep").asInt())
                .isEqualTo(node("main again").get("id").asInt());
    }

    @Test
    void workBelongsToTheLastOperatorOfItsExternalIdElseToTheLastOfAll() {
        op(10, "named", 1, 100, 20);
        op(11, "last before", 1, 130, 20);
        op(12, "on another thread", 2, 135, 20);
        job.launch("told", 1, 140, 7, 5, 1, "External id", 10);
        job.launch("untold", 1, 145, 7, 5, 2, "External id", 99);
        assertThat(names()).containsExactly("named", "told", "last before", "untold", "on another thread");
    }

    @Test
    void collectivesPassOverCoalescedRegions() {
        op(10, "nccl:all_gather", 1, 100, 20);
        op(11, "nccl:coalesced", 1, 105, 30);
        job.launch("ncclDevKernel_AllGather", 1, 110, 4, 5, 1, "External id", 99);
        job.launch("gemm", 1, 115, 7, 5, 2, "External id", 99);
        assertThat(names()).containsExactly("nccl:all_gather", "ncclDevKernel_AllGather", "nccl:coalesced", "gemm");
    }

    @Test
    void setsOfMemoryGraphsAndWorkWithoutALaunchAreLost() {
        op(10, "a", 1, 100, 90);
        job.call("cudaMemsetAsync", 1, 110, 1, 1).gpu("gpu_memset", "Memset", 7, 111, 2, "correlation", 1);
        job.call("cudaGraphLaunch", 1, 120, 1, 2).kernel("of the graph", 7, 125, 2, 2);
        job.kernel("from before", 7, 50, 2, 77);
        job.call("cudaMemcpyAsync", 1, 130, 1, 3).gpu("gpu_memcpy", "Memcpy", 7, 131, 2, "correlation", 3);
        assertThat(names()).containsExactly("a", "Memcpy");
    }

    @Test
    void stepsAndNodesWithoutAnEventHaveNoTime() {
        op(10, "ProfilerStep#4", 1, 100, 90);
        job.node(11, "unseen", 2, 11, "tid", 1);
        op(12, "seen", 1, 110, 10);
        assertThat(node("ProfilerStep#4").has("ts")).isFalse();
        assertThat(node("unseen").has("inclusive_dur")).isFalse();
        assertThat(node("seen").get("ts").asDouble()).isEqualTo(110.0);
    }

    @Test
    void theGroupsNameIsKeptWhereTheKernelIsNamedAsACollective() {
        op(10, "a", 1, 100, 90);
        job.launch("ncclDevKernel_AllReduce", 1, 110, 4, 5, 1, "Process Group Name", "7");
        job.launch("other", 1, 120, 4, 5, 2, "Process Group Name", "7");
        assertThat(node("ncclDevKernel_AllReduce").get("pg_name").asText()).isEqualTo("7");
        assertThat(node("other").has("pg_name")).isFalse();
    }

    private List<JsonNode> own() {
        try {
            job.job().load(dir);
            Path out = dir.resolve("own.json");
            ChakraTraceLink.run(0, dir.resolve("host_0.json"), dir.resolve("device_0.json"), out, false, Progress.NONE);
            List<JsonNode> nodes = new ArrayList<>();
            new ObjectMapper().readTree(out.toFile()).get("nodes").forEach(nodes::add);
            return nodes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode named(List<JsonNode> nodes, String name) {
        return nodes.stream()
                .filter(n -> n.get("name").asText().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no node " + name));
    }

    /** The fixed link keeps what the original loses, and gives the next operator the dependencies of a blocking call. */
    @Test
    void theFixedLinkKeepsAllWorkAndItsSynchronisation() {
        op(10, "launcher", 1, 100, 50);
        op(11, "reader", 1, 300, 50);
        op(12, "later", 1, 400, 50);
        job.launch("gemm", 1, 110, 7, 60, 1).kernel("from before", 7, 50, 2, 77);
        job.call("cudaMemsetAsync", 1, 120, 1, 2).gpu("gpu_memset", "Memset", 7, 180, 2, "correlation", 2);
        job.call("cudaDeviceSynchronize", 1, 200, 40, 3);
        List<JsonNode> nodes = own();
        JsonNode launcher = named(nodes, "launcher");
        assertThat(named(nodes, "gemm").get("ctrl_deps")).isEqualTo(launcher.get("id"));
        assertThat(named(nodes, "Memset").get("ctrl_deps")).isEqualTo(launcher.get("id"));
        assertThat(named(nodes, "from before").get("ctrl_deps").asInt()).isZero();
        assertThat(named(nodes, "reader").get("sync_dep"))
                .hasSize(1)
                .first()
                .isEqualTo(named(nodes, "Memset").get("id"));
        assertThat(named(nodes, "later").has("sync_dep")).isFalse();
        assertThat(launcher.has("sync_dep")).isFalse();
    }

    @Test
    void theFixedLinkNamesTheOperatorOfAnotherThreadThatAnIdleOneWaitedFor() {
        op(10, "main", 1, 0, 1_500);
        op(11, "woken", 2, 1_600, 50);
        op(12, "inside", 2, 1_610, 10);
        List<JsonNode> nodes = own();
        assertThat(named(nodes, "woken").get("inter_thread_dep"))
                .isEqualTo(named(nodes, "main").get("id"));
        assertThat(named(nodes, "inside").get("inter_thread_dep").isNull()).isTrue();
        assertThat(named(nodes, "woken").get("exclusive_dur").asInt()).isEqualTo(40);
    }
}

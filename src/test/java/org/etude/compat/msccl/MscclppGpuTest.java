// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.msccl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.report.Finding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What orders the thread blocks of a GPU, and which signal a wait is for: nodes by GPU with what they wait for. */
class MscclppGpuTest {
    private static CollectivePlan plan(String... gpus) throws JsonProcessingException {
        StringBuilder list = new StringBuilder();
        for (int id = 0; id < gpus.length; id++) {
            list.append(id == 0 ? "" : ",").append("{'id':" + id + ",'input_chunks':1," + gpus[id] + "}");
        }
        String json = "{'collective':'allreduce','gpus':[" + list + "]}";
        return new MscclppJson("p.json", new ObjectMapper().readTree(json.replace('\'', '"'))).read();
    }

    /** Each node as its name and the nodes of its GPU that it waits for. */
    private static List<String> nodes(CollectivePlan plan, int gpu) {
        EtGraph graph = plan.traces(1000).ranks().get(gpu);
        List<String> nodes = new ArrayList<>();
        for (int node = 0; node < graph.size(); node++) {
            long[] deps = graph.dataDeps(node);
            Arrays.sort(deps);
            nodes.add(graph.name(node) + Arrays.toString(deps));
        }
        return nodes;
    }

    private static String blocks(String... ops) {
        StringBuilder list = new StringBuilder();
        for (int tb = 0; tb < ops.length; tb++) {
            list.append(tb == 0 ? "" : ",")
                    .append("{'id':" + tb + ",'ops':[" + ops[tb]
                            + "],'channels':[{'channel_type':'memory','channel_ids':[0,1]},"
                            + "{'channel_type':'port','channel_ids':[0]}]}");
        }
        return "'threadblocks':[" + list + "]";
    }

    private static final String ACQUIRE = "{'name':'sem_acquire','semaphore_ids':[0]}";
    private static final String RELEASE = "{'name':'sem_release','ids':0}";

    /** The first acquisition takes the initial value, the second waits for the release of the other block. */
    @Test
    void acquisitionsBeyondTheInitialValueWaitForReleases() throws JsonProcessingException {
        String gpu = blocks(ACQUIRE + "," + ACQUIRE, RELEASE) + ",'semaphores':[{'init_value':1}]";
        assertThat(nodes(plan(gpu), 0)).containsExactly("join[]", "join[0, 2]", "join[]");
        String none = blocks(ACQUIRE + "," + ACQUIRE, RELEASE + "," + RELEASE);
        assertThat(nodes(plan(none), 0)).containsExactly("join[2]", "join[0, 3]", "join[]", "join[2]");
    }

    @Test
    void eachSemaphoreCountsByItself() throws JsonProcessingException {
        String both = "{'name':'sem_acquire','semaphore_ids':[0,1]}";
        String second = "{'name':'sem_release','id':1}";
        String gpu = blocks(both, second + "," + RELEASE) + ",'semaphores':[{},{'init_value':0}]";
        assertThat(nodes(plan(gpu), 0)).containsExactly("join[1, 2]", "join[]", "join[1]");
    }

    /** Each block has a node before a barrier and one behind it, which waits for all that are before this use of it. */
    @Test
    void blocksMeetAtTheirBarriers() throws JsonProcessingException {
        String barrier = "{'name':'barrier','barrier_id':3}";
        assertThat(nodes(plan(blocks(barrier, barrier)), 0))
                .containsExactly("join[]", "join[0, 2]", "join[]", "join[0, 2]");
        assertThat(nodes(plan(blocks(barrier + "," + barrier, barrier)), 0))
                .as("the first of one block meets the first of the other")
                .containsExactly("join[]", "join[0, 4]", "join[1]", "join[2]", "join[]", "join[0, 4]");
        assertThat(nodes(plan(blocks(barrier, "{'name':'barrier','barrier_id':4}")), 0))
                .containsExactly("join[]", "join[0]", "join[]", "join[2]");
    }

    /** What a pipeline repeats runs once, which is a finding; operations that order threads of a block are nothing. */
    @Test
    void pipelinesRunOnce() throws JsonProcessingException {
        String inside = RELEASE + ",{'name':'nop'},{'name':'loop','ops':[" + RELEASE + ",{'name':'flush'}]}";
        CollectivePlan plan = plan(blocks("{'name':'pipeline','iter_context':'unit','ops':[" + inside + "]}"));
        assertThat(nodes(plan, 0)).containsExactly("join[]", "join[0]");
        assertThat(plan.traces(1000).report().findings())
                .extracting(Finding::what)
                .contains("2 pipelines");
    }

    private static String two(String ops, int other) {
        return blocks(ops) + ",'channels':[{'channel_type':'memory','connected_to':[" + other + "," + other
                + "]},{'channel_type':'port','connected_to':[" + other + "]}]";
    }

    private static String on(String name, String type, int channel) {
        return "{'name':'" + name + "','channel_type':'" + type + "','channel_ids':[" + channel + "]}";
    }

    /** Two channels of one kind and one of another kind between two GPUs: the k-th of a kind is the k-th there. */
    @Test
    void aWaitIsForTheOtherEndOfItsChannel() throws JsonProcessingException {
        for (String[] channel : new String[][] {{"memory", "0"}, {"memory", "1"}, {"port", "0"}}) {
            int place = Integer.parseInt(channel[1]);
            CollectivePlan plan =
                    plan(two(on("signal", channel[0], place), 1), two(on("relaxed_wait", channel[0], place), 0));
            assertThat(nodes(plan, 0)).containsExactly("send[]");
            assertThat(nodes(plan, 1)).containsExactly("recv[]", "join[0]");
        }
        assertThatThrownBy(() -> plan(two(on("signal", "memory", 1), 1), two(on("wait", "memory", 0), 0)))
                .isInstanceOf(EtException.class)
                .hasMessageStartingWith("p.json: gpu 1 waits 1 times on the memory 0. channel, gpu 0 signals 0 times");
        assertThatThrownBy(() -> plan(two(on("signal", "port", 0), 1), two(on("wait", "memory", 0), 0)))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("gpu 0 signals 0 times");
    }

    /** The second wait is for the second signal; a signal that nobody waits for is sent all the same. */
    @Test
    void waitsTakeSignalsInOrder() throws JsonProcessingException {
        String signals = on("signal", "memory", 0) + "," + on("rsignal", "memory", 0) + "," + on("signal", "memory", 0);
        String waits = on("wait", "memory", 0) + "," + on("wait", "memory", 0);
        CollectivePlan plan = plan(two(signals, 1), two(waits, 0));
        assertThat(nodes(plan, 0)).containsExactly("send[]", "send[0]", "send[1]");
        assertThat(nodes(plan, 1)).containsExactly("recv[]", "recv[]", "recv[]", "join[0]", "join[1, 3]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'threadblocks':[{'id':4,'ops':[{'name':'sem_acquire','semaphore_ids':[-1]}]}] | gpu 0/tb 4 has the semaphore -1",
                "'threadblocks':[{'ops':[{'name':'sem_release','id':'x'}]}] | gpu 0/tb ? has the semaphore \"x\"",
                "'threadblocks':[{'ops':[{'name':'sem_acquire','id':0}]}] | gpu 0 acquires semaphore 0 1 times, it is released 0 times",
                "'channels':[{'channel_type':'memory','connected_to':[0]}] | gpu 0/channels connects to 0 of 2 GPUs",
                "'channels':[{'channel_type':'memory','connected_to':[2]}] | gpu 0/channels connects to 2 of 2 GPUs",
                "'channels':[{'channel_type':'memory','connectedTo':[-1]}] | gpu 0/channels connects to -1 of 2 GPUs",
                "'threadblocks':[{'ops':[{'name':'put'}]}] | gpu 0/tb ? has the operation \"put\", which is not known",
                "'threadblocks':[{'ops':[{'src_buff':[{'type':'i'}]}]}] | gpu 0/tb ? has the operation \"\", which is not known",
                "'threadblocks':[{'ops':[{'name':'get','src_buff':[{'buffer_id':-1}]}]}] | gpu 0/tb ?/buffer_id is -1, not 0 to 2147483647"
            })
    void whatCannotBeIsRefusedWithItsPlace(String gpu, String said) {
        assertThatThrownBy(() -> plan(gpu, "'threadblocks':[]"))
                .isInstanceOf(EtException.class)
                .hasMessageStartingWith("p.json: " + said);
    }
}

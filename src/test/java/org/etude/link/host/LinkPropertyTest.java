// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.link.TestDevice;
import org.etude.link.model.GraphChecks;
import org.etude.link.model.LinkedRank;
import org.etude.trace.model.EventKind;

/** What must hold for any trace, sensible or not. */
class LinkPropertyTest {
    private static final String[] CALLS = {
        "hipLaunchKernel", "cudaLaunchKernel", "cudaEventRecord", "cudaStreamWaitEvent", "hipDeviceSynchronize",
        "cudaStreamSynchronize", "cudaEventSynchronize", "cudaMemcpy", "cudaMemcpyAsync", "cudaGraphLaunch"
    };

    @Property(tries = 300)
    void anyTraceLinksSoundly(@ForAll long seed, @ForAll @IntRange(min = 0, max = 120) int size) {
        List<TestDevice.Event> events = random(new Random(seed), size);
        LinkedRank rank = TestDevice.link(events).ranks().get(0);
        GraphChecks.sound(rank);
        long gpu = events.stream().filter(e -> e.kind().isGpuWork()).count();
        long nodes = 0;
        for (int i = 0; i < rank.size(); i++) {
            nodes += rank.kind(i).isGpu() ? 1 : 0;
        }
        assertThat(nodes).as("no GPU event is dropped").isEqualTo(gpu);
    }

    @Property(tries = 300)
    void exclusiveTimesOfAThreadAddUpToItsBusyTime(@ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int size) {
        Random random = new Random(seed);
        List<TestDevice.Event> events = new ArrayList<>();
        boolean[] busy = new boolean[200];
        for (int k = 0; k < size; k++) {
            int start = random.nextInt(100);
            int duration = random.nextInt(60);
            events.add(TestDevice.host("op" + random.nextInt(4), 1, start, duration, 0));
            for (int t = start; t < start + duration; t++) {
                busy[t] = true;
            }
        }
        LinkedRank rank = TestDevice.link(events).ranks().get(0);
        long sum = 0;
        for (int i = 0; i < rank.size(); i++) {
            sum += rank.exclusiveNanos(i);
        }
        long wanted = 0;
        for (boolean moment : busy) {
            wanted += moment ? 1 : 0;
        }
        assertThat(sum).isEqualTo(wanted);
    }

    @Property(tries = 500)
    void alignmentIsALongestCommonSubsequence(@ForAll long seed, @ForAll @IntRange(min = 0, max = 30) int size) {
        Random random = new Random(seed);
        int[] left = random.ints(size, 0, 5).toArray();
        int[] right = random.ints(random.nextInt(size + 3), 0, 5).toArray();
        int[] match = SequenceAligner.align(left, right);
        int length = 0;
        int last = -1;
        for (int i = 0; i < match.length; i++) {
            if (match[i] >= 0) {
                assertThat(match[i]).isGreaterThan(last);
                assertThat(right[match[i]]).isEqualTo(left[i]);
                last = match[i];
                length++;
            }
        }
        assertThat(length).isEqualTo(CommonSubsequence.length(left, right));
    }

    @Property(tries = 5)
    void longSequencesWithHolesAlignAlmostWholly(@ForAll long seed) {
        Random random = new Random(seed);
        int[] left = random.ints(30_000, 0, 40).toArray();
        int[] right = new int[left.length];
        int kept = 0;
        for (int name : left) {
            if (random.nextInt(50) > 0) {
                right[kept++] = name;
            }
        }
        int[] match = SequenceAligner.align(left, Arrays.copyOf(right, kept));
        int found = 0;
        for (int partner : match) {
            found += partner >= 0 ? 1 : 0;
        }
        assertThat(found).isGreaterThan(kept * 98 / 100);
    }

    private static List<TestDevice.Event> random(Random random, int size) {
        List<TestDevice.Event> events = new ArrayList<>();
        for (int k = 0; k < size; k++) {
            long start = random.nextInt(200);
            long duration = random.nextInt(80);
            int correlation = random.nextInt(size + 1) - 1;
            switch (random.nextInt(4)) {
                case 0 ->
                    events.add(TestDevice.host(
                            random.nextInt(6) == 0 ? "c10d::allreduce_" : "op", random.nextInt(3), start, duration, 0));
                case 1 ->
                    events.add(TestDevice.call(
                            CALLS[random.nextInt(CALLS.length)], random.nextInt(3), start, duration, correlation));
                case 2 ->
                    events.add(TestDevice.kernel(
                            random.nextInt(4) == 0 ? "ncclDevKernel_Generic(x)" : "gemm",
                            random.nextInt(3),
                            start,
                            duration,
                            correlation));
                default ->
                    events.add(new TestDevice.Event(
                            EventKind.MEMCPY,
                            "Memcpy",
                            100 + random.nextInt(3),
                            start,
                            duration,
                            correlation,
                            null,
                            null));
            }
        }
        return events;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.InvalidProtocolBufferException;
import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.RandomEt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Broken files give a graph or an {@link EtException}, in memory bounded by their size, whatever is broken. */
class EtFuzzTest {
    private static final byte[] HUGE = {-1, -1, -1, -1, 7};

    private int graphs;
    private int refused;

    @Test
    void mutatedFiles() throws IOException {
        mutate(1, 6_000);
        // Both outcomes must occur often, or the mutations are too tame or too wild to show anything.
        assertThat(graphs).isGreaterThan(300);
        assertThat(refused).isGreaterThan(2_000);
    }

    @Test
    @Tag("campaign")
    void manyMutatedFiles() throws IOException {
        mutate(1_000_000, 600_000);
    }

    private void mutate(long firstSeed, int count) throws IOException {
        loadClasses();
        byte[] original = {};
        for (int i = 0; i < count; i++) {
            long seed = firstSeed + i;
            if (i % 50 == 0) {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                EtFiles.write(new RandomEt(seed).graph(1 + i / 50 % 12), out);
                original = out.toByteArray();
            }
            judge(mutated(original, new Random(seed)), seed);
        }
        System.out.println("ET fuzz: " + count + " cases, " + graphs + " read, " + refused + " refused, 0 differ");
    }

    /** What the first file that is read or refused allocates for classes is not the file's. */
    private static void loadClasses() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        EtFiles.write(new RandomEt(0).graph(12), out);
        byte[] sound = out.toByteArray();
        EtFiles.read(new ByteArrayInputStream(sound), "sound");
        byte[] cut = Arrays.copyOf(sound, sound.length - 1);
        assertThatThrownBy(() -> EtFiles.read(new ByteArrayInputStream(cut), "cut off"))
                .isInstanceOf(EtException.class);
    }

    private void judge(byte[] bytes, long seed) throws IOException {
        ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = memory.getCurrentThreadAllocatedBytes();
        EtGraph graph = null;
        try {
            graph = EtFiles.read(new ByteArrayInputStream(bytes), "fuzz");
            graphs++;
        } catch (EtException e) {
            refused++;
            assertThat(e.getMessage()).as("seed %d", seed).contains("record ").contains("byte ");
        }
        assertThat(memory.getCurrentThreadAllocatedBytes() - before)
                .as("seed %d", seed)
                .isLessThan(1_000_000 + 500L * bytes.length);
        if (graph != null) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            EtFiles.write(graph, out);
            List<Object> expected = protobuf(bytes);
            if (expected != null) {
                assertThat(protobuf(out.toByteArray())).as("seed %d", seed).isEqualTo(expected);
            }
        }
    }

    /** How protobuf's own classes read a file; null when they reject it. */
    private static List<Object> protobuf(byte[] bytes) throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream(bytes);
        try {
            List<Object> records = new ArrayList<>(List.of(GlobalMetadata.parseDelimitedFrom(in)));
            for (Node node = Node.parseDelimitedFrom(in); node != null; node = Node.parseDelimitedFrom(in)) {
                records.add(node);
            }
            return records;
        } catch (InvalidProtocolBufferException e) {
            return null;
        }
    }

    private static byte[] mutated(byte[] original, Random random) {
        byte[] bytes = original.clone();
        for (int changes = 1 + random.nextInt(3); changes > 0 && bytes.length > 4; changes--) {
            int at = random.nextInt(bytes.length - 1);
            switch (random.nextInt(7)) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes[at] = (byte) random.nextInt(256);
                case 2 -> bytes = Arrays.copyOf(bytes, at + 1);
                case 3 -> bytes = splice(bytes, at, HUGE);
                case 4 -> bytes = splice(bytes, at, new byte[] {bytes[at], bytes[at + 1]});
                case 5 -> bytes = splice(bytes, at, Arrays.copyOfRange(bytes, at / 2, at));
                default -> bytes[at] = (byte) -1;
            }
        }
        return bytes;
    }

    private static byte[] splice(byte[] bytes, int at, byte[] more) {
        byte[] longer = Arrays.copyOf(bytes, bytes.length + more.length);
        System.arraycopy(bytes, at, longer, at + more.length, bytes.length - at);
        System.arraycopy(more, 0, longer, at, more.length);
        return longer;
    }
}

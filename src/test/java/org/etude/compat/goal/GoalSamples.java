// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.goal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.etude.report.AtomicFiles;

/** Schedules for tests, made by the public definition of the format rather than by our writer. */
public final class GoalSamples {
    /** Two ranks: compute, a message, compute. */
    public static final String PING = """
            // a message
            num_ranks 2
            rank 0 {
            l1: calc 1500 cpu 1
            l2: send 4096b to 1 tag 7 cpu 0 nic 0
            l2 requires l1
            }
            /* the other
               side */
            rank 1 {
            a: recv 4096b from 0 tag 7
            b: calc 2500
            b requires a
            }
            """;

    private GoalSamples() {}

    /** {@link #PING} in the binary form, byte by byte as Parser.hpp lays it out. */
    static byte[] pingBinary() {
        ByteBuffer out =
                ByteBuffer.allocate(8 + 6 + 32 + 2 * (8 + 4 + 2 * 39 + 4)).order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(4223).putInt(2).put((byte) 1).put((byte) 0);
        out.putLong(38).putLong(132).putLong(132).putLong(226);
        out.putInt(2).putInt(1).putInt(0);
        node(out, 0, 3, 0, 1500, 0, 1, 1, 0, 0, 1);
        node(out, 1, 1, 1, 4096, 7, 0, 0, 1, 0, 1);
        out.putInt(1);
        out.putInt(2).putInt(1).putInt(0);
        node(out, 0, 2, 0, 4096, 7, 0, 1, 0, 0, 1);
        node(out, 1, 3, 0, 2500, 0, 0, 0, 1, 0, 1);
        out.putInt(1);
        return out.array();
    }

    private static void node(
            ByteBuffer out,
            int waits,
            int type,
            int peer,
            long size,
            int tag,
            int cpu,
            int ends,
            int first,
            int starts,
            int second) {
        out.putInt(waits)
                .put((byte) type)
                .putInt(peer)
                .putLong(size)
                .putInt(tag)
                .put((byte) cpu)
                .put((byte) 0);
        out.putInt(ends).putInt(first).putInt(starts).putInt(second);
    }

    static GoalSchedule parse(String text) {
        return parse(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    static GoalSchedule parse(byte[] text) {
        try {
            return GoalTextReader.read(new ByteArrayInputStream(text), "job.goal");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] text(GoalSchedule schedule) {
        return written(out -> GoalTextWriter.write(schedule, out));
    }

    static byte[] binary(GoalSchedule schedule) {
        return written(out -> GoalBinaryWriter.write(schedule, out));
    }

    private static byte[] written(AtomicFiles.Content content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            content.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** Schedules of 1 to 4 ranks with any operations and dependencies, forward ones and starts too. */
    static Arbitrary<GoalSchedule> schedules() {
        return Arbitraries.integers()
                .between(1, 4)
                .flatMap(ranks -> rank(ranks).list().ofSize(ranks).map(GoalSchedule::new));
    }

    private static Arbitrary<GoalRank> rank(int ranks) {
        Arbitrary<long[]> op = Combinators.combine(
                        Arbitraries.integers().between(1, 3),
                        Arbitraries.longs().between(0, Long.MAX_VALUE),
                        Arbitraries.integers().between(0, ranks - 1),
                        Arbitraries.longs().between(0, 0xffff_fffeL),
                        Arbitraries.integers().between(0, 255),
                        Arbitraries.integers().between(0, 255))
                .as((type, size, peer, tag, cpu, nic) -> new long[] {type, size, peer, tag, cpu, nic});
        Arbitrary<int[]> edge =
                Arbitraries.integers().between(0, 1 << 20).array(int[].class).ofSize(3);
        return Combinators.combine(op.list().ofMaxSize(12), edge.list().ofMaxSize(12))
                .as((ops, edges) -> {
                    GoalRank made = new GoalRank();
                    for (long[] o : ops) {
                        boolean calc = o[0] == GoalRank.CALC;
                        made.add(
                                (byte) o[0],
                                o[1],
                                calc ? 0 : (int) o[2],
                                calc ? 0 : (int) o[3],
                                (int) o[4],
                                calc ? 0 : (int) o[5]);
                    }
                    for (int[] e : ops.isEmpty() ? List.<int[]>of() : edges) {
                        made.depend(e[0] % ops.size(), e[1] % ops.size(), e[2] % 2 == 0);
                    }
                    return made;
                });
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.goal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtException;
import org.etude.report.Progress;

/**
 * Reads the binary form of a GOAL schedule, the input of LogGOPSim (spcl/LogGOPSim, src/LogGOPSim/Parser.hpp,
 * {@code serialize_mmap}). Numbers have their least significant byte first and are not aligned; u8, u32, u64 are
 * unsigned.
 *
 * <pre>
 * file   = magic:u64 (4223)  ranks:u32  max_cpu:u8  max_nic:u8  { start:u64 end:u64 }  { rank }
 *            start and end of each rank's part are relative to the end of the magic
 * rank   = operations:u32  roots:u32  { root:u32 }  { operation }  { dependant:u32 }
 * operation (39 bytes)
 *        = waits_for:u32  type:u8 (1 send, 2 recv, 3 calc)  peer:u32  size:u64 (bytes, or ns)  tag:u32  cpu:u8  nic:u8
 *          dependants:u32  first:u32  start_dependants:u32  first:u32
 *            dependants wait for its end, start dependants for its start; first is an index into the rank's dependants
 * </pre>
 *
 * The magic 2342 marks a schedule that a simulator ran in place, which destroys the counts. One rank is in memory at a
 * time besides the columns; every count is checked against the available bytes before anything is allocated.
 */
final class GoalBinaryReader {
    static final long MAGIC = 4223;
    static final int NODE_BYTES = 39;
    static final int MOST = Integer.MAX_VALUE - 8;
    private static final long SPENT = 2342;
    private static final int MAGIC_BYTES = 8;
    private static final int TABLE = 14;

    private final FileChannel in;
    private final String file;
    private final long length;

    private GoalBinaryReader(FileChannel in, Path path) throws IOException {
        this.in = in;
        this.file = path.toString();
        this.length = in.size();
    }

    /** Whether a file that starts like this is a schedule, including one that a simulator ran in place. */
    static boolean startsWith(byte[] head) {
        if (head.length < MAGIC_BYTES) {
            return false;
        }
        long magic = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getLong();
        return magic == MAGIC || magic == SPENT;
    }

    /** Offset of the first rank's part, relative to the end of the magic. */
    static long headBytes(int ranks) {
        return TABLE - MAGIC_BYTES + 16L * ranks;
    }

    /**
     * Reads a schedule.
     *
     * @throws EtException with file and byte, when it is truncated or its counts are inconsistent
     */
    static GoalSchedule read(Path path) throws IOException {
        try (FileChannel in = FileChannel.open(path)) {
            return new GoalBinaryReader(in, path).schedule();
        }
    }

    private GoalSchedule schedule() throws IOException {
        ByteBuffer head = bytes(0, TABLE);
        if (head.getLong() == SPENT) {
            throw error(0, "a simulator ran this schedule in place, which spent it", "Make it again with txt2bin.");
        }
        long count = Integer.toUnsignedLong(head.getInt());
        if (count < 1 || TABLE + 16 * count > length) {
            throw error(MAGIC_BYTES, count + " ranks do not fit into " + length + " bytes", "Make the file again.");
        }
        List<GoalRank> ranks = new ArrayList<>();
        for (int r = 0; r < count; r++) {
            Progress.checkInterrupted();
            ByteBuffer place = bytes(TABLE + 16L * r, 16);
            ranks.add(rank(r, place.getLong(), place.getLong(), (int) count));
        }
        return new GoalSchedule(ranks);
    }

    private GoalRank rank(int number, long start, long end, int ranks) throws IOException {
        long at = start + MAGIC_BYTES;
        if (start < headBytes(ranks) || end < start + 8 || end > length - MAGIC_BYTES || end - start > MOST) {
            throw error(
                    TABLE + 16L * number,
                    "the part of rank " + number + " from " + start + " to " + end + " is not within the file",
                    "Make the file again.");
        }
        ByteBuffer part = bytes(at, (int) (end - start));
        long ops = Integer.toUnsignedLong(part.getInt());
        long roots = Integer.toUnsignedLong(part.getInt());
        long rest = end - start - 8 - 4 * roots - NODE_BYTES * ops;
        if (rest < 0 || rest % 4 != 0 || roots > ops) {
            throw error(
                    at,
                    "rank " + number + " has " + ops + " operations and " + roots + " roots, which do not fit into its "
                            + (end - start) + " bytes",
                    "Make the file again.");
        }
        GoalPart reader = new GoalPart(part, (int) ops, 8 + 4 * (int) roots, ranks);
        String fault = reader.read();
        if (fault != null) {
            throw error(at + reader.at(), "rank " + number + ": " + fault, "Make the file again.");
        }
        return reader.rank();
    }

    private ByteBuffer bytes(long from, int count) throws IOException {
        if (from + count > length) {
            throw error(length, "the file is cut off", "Copy or make it again.");
        }
        ByteBuffer buffer = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining() && in.read(buffer, from + buffer.position()) >= 0) {
            // until the buffer is full
        }
        if (buffer.hasRemaining()) {
            throw error(from + buffer.position(), "the file is cut off", "Copy or make it again.");
        }
        return buffer.flip();
    }

    private EtException error(long at, String what, String advice) {
        return new EtException(file + ": byte " + at + ": " + what + '.', advice);
    }
}

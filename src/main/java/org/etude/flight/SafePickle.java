// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;

/**
 * Reads a pickle of plain values: dict, list, tuple, str, int of 64 bits, float, bool, None (Python's {@code
 * pickletools}, protocols 0 to 5). Nothing is executed and no class is looked up: an opcode that would (GLOBAL, REDUCE,
 * BUILD, INST, NEWOBJ, persistent and extension ids) is rejected with its byte offset, as are bytes, sets and whatever
 * follows the end.
 *
 * <pre>
 * 80 n              PROTO, n from 0 to 5        4e 88 89          None True False
 * 95 8 bytes        FRAME, passed over          4b 4d 4a 8a       int of 1, 2, 4 bytes; of n bytes
 * 7d ( k v ... u    dict and its pairs, s for one    47           float, big-endian
 * 5d ( v ... e      list and its items, a for one    58 8c 8d     str with a length of 4, 1, 8 bytes
 * 29 85 86 87 ( t   tuples                      71 72 94 68 6a    memo: put, put, put next, get, get
 * 2e                end                         30 31             pop, pop to the mark
 * </pre>
 *
 * Protocols 0 and 1 begin without PROTO, with the dict itself ({@code (d} or 7d), and write lines of text ({@link
 * PickleLine}), each up to a line feed:
 *
 * <pre>
 * I 42   I 01  I 00     int, True, False         V text                str with escapes
 * L 42L                 int                      p 7   g 7             memo: put, get
 * F 1.5                 float
 * </pre>
 *
 * Values from the memo are shared, not copied, so time and memory are O(bytes of the file), with at most {@value
 * #MAX_VALUES} values; nesting uses no call stack. A value may contain itself: traverse the result by known keys only,
 * never by hash or text.
 */
final class SafePickle {
    /** Maximum number of values in one pickle. */
    static final long MAX_VALUES = 20_000_000;

    private static final int PROTO = 0x80;
    private static final int HIGHEST = 5;

    private final PickleInput in;
    private final PickleStack stack;

    private SafePickle(InputStream in, long most) {
        this.in = new PickleInput(in);
        stack = new PickleStack(this.in, most);
    }

    /**
     * Reads one pickle.
     *
     * @throws IOException with the byte offset when it ends early, is damaged, or contains anything but plain values
     */
    static Object read(InputStream in) throws IOException {
        return read(in, MAX_VALUES);
    }

    static Object read(InputStream in, long most) throws IOException {
        SafePickle pickle = new SafePickle(in, most);
        for (int code = pickle.in.octet(); code != '.'; code = pickle.in.octet()) {
            pickle.step(code);
        }
        Object only = pickle.stack.only();
        pickle.in.expectEnd();
        return only;
    }

    private void version() throws IOException {
        int version = in.octet();
        if (version > HIGHEST) {
            throw new PickleFault(in.offset() - 1, "protocol " + version + ", only 0 to " + HIGHEST + " are known");
        }
    }

    private void step(int code) throws IOException {
        if (!scalar(code) && !line(code) && !container(code) && !memo(code)) {
            throw refused(code);
        }
    }

    private boolean scalar(int code) throws IOException {
        switch (code) {
            case 'N' -> stack.push(null);
            case 0x88 -> stack.push(true);
            case 0x89 -> stack.push(false);
            case 'K' -> stack.push(in.littleEndian(1));
            case 'M' -> stack.push(in.littleEndian(2));
            case 'J' -> stack.push(in.signed(4));
            case 0x8a -> stack.push(in.signed(length(in.octet())));
            case 'G' -> stack.push(in.bigEndianDouble());
            case 0x8c -> stack.push(in.text(in.octet()));
            case 'X' -> stack.push(in.text(in.littleEndian(4)));
            case 0x8d -> stack.push(in.text(textLength(in.littleEndian(8))));
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean line(int code) throws IOException {
        switch (code) {
            case 'I' -> stack.push(PickleLine.read(in).wholeOrFlag());
            case 'L' -> stack.push(PickleLine.read(in).longWhole());
            case 'F' -> stack.push(PickleLine.read(in).real());
            case 'V' -> stack.push(PickleLine.read(in).text());
            case 'p' -> stack.keep(PickleLine.read(in).index());
            case 'g' -> stack.recall(PickleLine.read(in).index());
            default -> {
                return false;
            }
        }
        return true;
    }

    private int length(int bytes) throws PickleFault {
        if (bytes > Long.BYTES) {
            throw stack.fault("an int of " + bytes + " bytes");
        }
        return bytes;
    }

    private long textLength(long bytes) throws PickleFault {
        if (bytes < 0) {
            throw stack.fault("a text of more than 2^63 bytes");
        }
        return bytes;
    }

    private boolean container(int code) throws IOException {
        switch (code) {
            case '(' -> stack.mark();
            case '}' -> stack.push(new LinkedHashMap<>());
            case ']', ')' -> stack.push(new ArrayList<>());
            case 'u' -> stack.put(stack.marked());
            case 's' -> {
                Object value = stack.pop();
                Object key = stack.pop();
                stack.put(Arrays.asList(key, value));
            }
            case 'e' -> stack.append(stack.marked());
            case 'a' -> stack.append(Collections.singletonList(stack.pop()));
            case 't', 'l' -> stack.push(stack.marked());
            case 'd' -> stack.dict(stack.marked());
            case 0x85 -> stack.tuple(1);
            case 0x86 -> stack.tuple(2);
            case 0x87 -> stack.tuple(3);
            case '0' -> stack.drop();
            case '1' -> stack.marked();
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean memo(int code) throws IOException {
        switch (code) {
            case PROTO -> version();
            case 0x95 -> in.littleEndian(8);
            case 'q' -> stack.keep(in.littleEndian(1));
            case 'r' -> stack.keep(in.littleEndian(4));
            case 0x94 -> stack.keepNext();
            case 'h' -> stack.recall(in.littleEndian(1));
            case 'j' -> stack.recall(in.littleEndian(4));
            default -> {
                return false;
            }
        }
        return true;
    }

    private PickleFault refused(int code) {
        String name =
                switch (code) {
                    case 'c' -> "GLOBAL";
                    case 0x93 -> "STACK_GLOBAL";
                    case 'R' -> "REDUCE";
                    case 'b' -> "BUILD";
                    case 'i' -> "INST";
                    case 'o' -> "OBJ";
                    case 0x81 -> "NEWOBJ";
                    case 0x92 -> "NEWOBJ_EX";
                    case 'P', 'Q' -> "a persistent id";
                    case 0x82, 0x83, 0x84 -> "an extension";
                    default -> "";
                };
        String what = String.format(Locale.ROOT, "opcode 0x%02x", code);
        return new PickleFault(
                in.offset() - 1,
                name.isEmpty()
                        ? what + " is not a plain value"
                        : what + " (" + name
                                + ") would create an object; only plain values are read, nothing is executed");
    }
}

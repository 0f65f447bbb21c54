// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.report.Progress;

/**
 * Completes an ET file that was written before its job was known, without decoding it. In most files only metadata and
 * the first node change, and the rest is copied. Otherwise ids shift down if there is no first node, and names of
 * process groups are replaced, in one pass over the bytes.
 */
public final class EtCompletion {
    /** Wire type of length-delimited fields. */
    private static final int BYTES = 2;
    /** The record of a file without metadata: an empty version, field 1. */
    private static final byte[] NO_METADATA = {1 << 3 | BYTES, 0};

    private static final int PAYLOAD_BITS = 7;
    private static final byte[] PG_NAME = EtNames.PG_NAME.getBytes(StandardCharsets.UTF_8);

    private final byte[] in;
    private int at;
    private final int shift;
    private final Map<String, byte[]> groupNames = new HashMap<>();
    private final boolean renamed;
    private byte[] out = new byte[1 << 12];
    private int size;

    private EtCompletion(byte[] file, int shift, Map<String, String> groupNames) {
        this.in = file;
        this.shift = shift;
        groupNames.forEach((had, name) -> this.groupNames.put(had, name.getBytes(StandardCharsets.UTF_8)));
        renamed = groupNames.entrySet().stream().anyMatch(name -> !name.getKey().equals(name.getValue()));
    }

    /**
     * Writes the completed file.
     *
     * @param file the result of {@link EtFiles#bytes}, with ids from 1
     * @param first number of nodes at its start that those of the head replace: 1 if the first node is one that others
     *     wait for
     * @param head its metadata precede those of the file; its nodes, {@code first} of them or none, come first
     * @param groupNames new pg_name by the present one of collectives
     */
    public static void write(byte[] file, int first, EtGraph head, Map<String, String> groupNames, OutputStream raw)
            throws IOException {
        OutputStream stream = new BufferedOutputStream(raw, 1 << 16);
        EtCompletion template = new EtCompletion(file, head.size() - first, groupNames);
        template.metadata(head, stream);
        for (int node = 0; node < first; node++) {
            template.lengthEnd();
        }
        byte[] nodes = EtFiles.bytes(head);
        int metadata = new EtCompletion(nodes, 0, Map.of()).afterRecord();
        stream.write(nodes, metadata, nodes.length - metadata);
        if (template.shift == 0 && !template.renamed) {
            stream.write(file, template.at, file.length - template.at);
        } else {
            template.nodes(stream);
        }
        stream.flush();
    }

    private void metadata(EtGraph head, OutputStream stream) throws IOException {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(EtWriter.metadata(head));
        int from = lengthEnd();
        int to = at;
        if (!Arrays.equals(in, from, to, NO_METADATA, 0, NO_METADATA.length)) {
            both.write(in, from, to - from);
        }
        size = 0;
        varint(both.size());
        stream.write(out, 0, size);
        both.writeTo(stream);
    }

    private void nodes(OutputStream stream) throws IOException {
        byte[] length = new byte[Long.BYTES];
        for (int count = 0; at < in.length; count++) {
            int begin = lengthEnd();
            int end = at;
            at = begin;
            size = 0;
            node(end);
            int bytes = size;
            varint(bytes);
            int digits = size - bytes;
            System.arraycopy(out, bytes, length, 0, digits);
            stream.write(length, 0, digits);
            stream.write(out, 0, bytes);
            if ((count & 0xfff) == 0) {
                Progress.checkInterrupted();
            }
        }
    }

    /** What lies between two changed fields is copied at once. */
    private void node(int end) {
        boolean collective = false;
        int copied = at;
        while (at < end) {
            int begin = at;
            int tag = (int) varint();
            int field = tag >>> 3;
            boolean id = field == EtNodeReader.ID;
            if (id || field == EtNodeReader.CTRL_DEPS || field == EtNodeReader.DATA_DEPS) {
                copy(copied, begin);
                if (id) {
                    varint(tag);
                    varint(varint() + shift);
                } else {
                    dependencies(tag);
                }
                copied = at;
            } else if (renamed && collective && field == EtNodeReader.ATTR && isGroup()) {
                copy(copied, begin);
                group(tag);
                copied = at;
            } else {
                collective |= field == EtNodeReader.TYPE && in[at] == EtNodeType.COMM_COLL.ordinal();
                skip(tag);
            }
        }
        copy(copied, end);
    }

    /** Nodes that waited only for the first node wait for nothing if it is removed. */
    private void dependencies(int tag) {
        int begin = lengthEnd();
        int end = at;
        int bytes = 0;
        at = begin;
        while (at < end) {
            long id = varint() + shift;
            bytes += id > 0 ? digits(id) : 0;
        }
        if (bytes > 0) {
            varint(tag);
            varint(bytes);
        }
        at = begin;
        while (at < end) {
            long id = varint() + shift;
            if (id > 0) {
                varint(id);
            }
        }
    }

    /** Whether the attribute that begins here, with its length, is the name of a process group. */
    private boolean isGroup() {
        int place = at;
        int end = lengthEnd() + 2 + PG_NAME.length;
        boolean group = end < at
                && in[end - PG_NAME.length - 1] == PG_NAME.length
                && Arrays.equals(in, end - PG_NAME.length, end, PG_NAME, 0, PG_NAME.length);
        at = place;
        return group;
    }

    /** Writes the name of the group in the job. */
    private void group(int tag) {
        int begin = lengthEnd();
        int end = at;
        int named = begin + 2 + PG_NAME.length;
        at = named;
        int valueTag = (int) varint();
        int value = lengthEnd();
        byte[] name = groupNames.get(new String(in, value, end - value, StandardCharsets.UTF_8));
        varint(tag);
        varint(named - begin + digits(valueTag) + digits(name.length) + name.length);
        copy(begin, named);
        varint(valueTag);
        varint(name.length);
        room(name.length);
        System.arraycopy(name, 0, out, size, name.length);
        size += name.length;
        at = end;
    }

    private int afterRecord() {
        lengthEnd();
        return at;
    }

    /** Reads a length, moves to the end of its content and returns the start of the content. */
    private int lengthEnd() {
        int length = (int) varint();
        int begin = at;
        at += length;
        return begin;
    }

    private void skip(int tag) {
        if ((tag & 7) == BYTES) {
            lengthEnd();
        } else {
            varint();
        }
    }

    private long varint() {
        long value = 0;
        int bits = 0;
        while (in[at] < 0) {
            value |= (long) (in[at++] & 0x7f) << bits;
            bits += PAYLOAD_BITS;
        }
        return value | (long) in[at++] << bits;
    }

    private static int digits(long value) {
        return Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + PAYLOAD_BITS - 1) / PAYLOAD_BITS);
    }

    private void varint(long value) {
        room(Long.BYTES + 2);
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out[size++] = (byte) (rest | 0x80);
            rest >>>= PAYLOAD_BITS;
        }
        out[size++] = (byte) rest;
    }

    private void copy(int from, int to) {
        room(to - from);
        System.arraycopy(in, from, out, size, to - from);
        size += to - from;
    }

    private void room(int more) {
        if (out.length - size < more) {
            out = Arrays.copyOf(out, Math.max(out.length * 2, size + more));
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.host;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.etude.store.Saved;
import org.etude.store.Storable;

/** Stores texts of nodes: rows with a fixed number of parts, their bytes in large blocks. */
final class TextStore implements Storable {
    private static final int SMALLEST = 1 << 16;
    private static final int LARGEST = 1 << 22;
    private final int parts;
    private final List<byte[]> blocks = new ArrayList<>();
    private final LongArrayList places = new LongArrayList();
    private int used;

    /** Rows of this many parts. */
    TextStore(int parts) {
        this.parts = parts;
    }

    /** Adds an empty row and returns its number. */
    int addRow() {
        for (int i = 0; i < parts; i++) {
            places.add(-1);
        }
        return places.size() / parts - 1;
    }

    /** Sets a part of a row. */
    void set(int row, int part, byte[] text, int size) {
        if (blocks.isEmpty() || used + size > blocks.get(blocks.size() - 1).length) {
            int block = (int) Math.min(LARGEST, (long) SMALLEST << Math.min(blocks.size(), 16));
            blocks.add(new byte[Math.max(block, size)]);
            used = 0;
        }
        System.arraycopy(text, 0, blocks.get(blocks.size() - 1), used, size);
        // Block, start and length in one number: 12, 26 and 26 bits.
        places.set(row * parts + part, (long) (blocks.size() - 1) << 52 | (long) used << 26 | size);
        used += size;
    }

    /** A part of a row; "" when it was not set. */
    String get(int row, int part) {
        long place = places.getLong(row * parts + part);
        if (place < 0) {
            return "";
        }
        int from = (int) (place >>> 26) & (1 << 26) - 1;
        int size = (int) place & (1 << 26) - 1;
        return new String(blocks.get((int) (place >>> 52)), from, size, StandardCharsets.UTF_8);
    }

    /** Blocks of bytes and where each part is in them. */
    private record Blocks(int parts, List<byte[]> blocks, long[] places, int used) implements Saved {
        @Override
        public Object restored() {
            TextStore store = new TextStore(parts);
            store.blocks.addAll(blocks);
            store.places.addElements(0, places);
            store.used = used;
            return store;
        }
    }

    @Override
    public Saved saved() {
        return new Blocks(parts, blocks, places.toLongArray(), used);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.graph;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;
import org.etude.trace.model.StringTable;

/** A list of changes stored in columns, about 36 bytes each; the text of a row is created on access. */
public final class ChangeLog extends AbstractList<Change> implements RandomAccess {
    private static final long NO_OTHER = Long.MIN_VALUE;

    private final StringTable texts = new StringTable();
    private int size;
    private int[] rank = new int[8];
    private long[] node = new long[8];
    private int[] pass = new int[8];
    private int[] action = new int[8];
    private long[] other = new long[8];
    private int[] reason = new int[8];

    /** Adds a row whose action refers to no other node. */
    public void add(int rank, long node, String pass, String action, String reason) {
        add(rank, node, pass, action, NO_OTHER, reason);
    }

    /** Adds a row whose action ends with the id of another node. */
    public void add(int rank, long node, String pass, String action, long other, String reason) {
        if (size == this.rank.length) {
            widen(size * 2);
        }
        this.rank[size] = rank;
        this.node[size] = node;
        this.pass[size] = texts.idOf(pass);
        this.action[size] = texts.idOf(action);
        this.other[size] = other;
        this.reason[size] = texts.idOf(reason);
        size++;
    }

    private void widen(int capacity) {
        rank = Arrays.copyOf(rank, capacity);
        node = Arrays.copyOf(node, capacity);
        pass = Arrays.copyOf(pass, capacity);
        action = Arrays.copyOf(action, capacity);
        other = Arrays.copyOf(other, capacity);
        reason = Arrays.copyOf(reason, capacity);
    }

    @Override
    public Change get(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("change " + index + " of " + size);
        }
        String text = texts.text(action[index]);
        return new Change(
                rank[index],
                node[index],
                texts.text(pass[index]),
                other[index] == NO_OTHER ? text : text + " " + Long.toUnsignedString(other[index]),
                texts.text(reason[index]));
    }

    @Override
    public int size() {
        return size;
    }
}

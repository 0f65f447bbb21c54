// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import org.etude.store.Saved;
import org.etude.store.Storable;

/** A dictionary of strings: each distinct string is stored once under a small number. Append-only. */
public final class StringTable implements Storable {
    private final Object2IntOpenHashMap<String> ids = new Object2IntOpenHashMap<>();
    /** Not a List: every node of a graph asks for its name, and a call through an interface takes longer. */
    private final ArrayList<String> texts = new ArrayList<>();

    /** An empty dictionary in which number 0 is the empty string. */
    public StringTable() {
        ids.defaultReturnValue(-1);
        idOf("");
    }

    /** A dictionary that begins with the same strings under the same numbers. */
    public StringTable copy() {
        StringTable copy = new StringTable();
        texts.forEach(copy::idOf);
        return copy;
    }

    /** The number of a string, assigned if it is new. */
    public int idOf(String text) {
        int id = ids.getInt(text);
        if (id < 0) {
            id = texts.size();
            texts.add(text);
            ids.put(text, id);
        }
        return id;
    }

    /** The number of a string, or -1 when it does not occur. */
    public int find(String text) {
        return ids.getInt(text);
    }

    /** The string of a number. */
    public String text(int id) {
        return texts.get(id);
    }

    /** How many strings there are. */
    public int size() {
        return texts.size();
    }

    /** All strings by their numbers. */
    private record Texts(List<String> texts) implements Saved {
        @Override
        public Object restored() {
            StringTable table = new StringTable();
            texts.forEach(table::idOf);
            return table;
        }
    }

    @Override
    public Saved saved() {
        return new Texts(texts);
    }
}

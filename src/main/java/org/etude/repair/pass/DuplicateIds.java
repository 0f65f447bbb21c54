// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.pass;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtNode;
import org.etude.repair.graph.ChangeLog;
import org.etude.repair.graph.EditableGraph;
import org.etude.repair.graph.FreshIds;

/**
 * Makes ids unique. Of the nodes that share an id, exact duplicates are removed; of the rest, the one that starts first
 * (in a tie, the first by type, name and content) keeps the id, and the others get new ids above all in use. A
 * dependency on a shared id refers to the last of these nodes that starts no later than the dependant, otherwise to the
 * one that keeps the id.
 */
public final class DuplicateIds extends GraphPass {
    private static final Comparator<Copy> FIRST_IN_TIME =
            Comparator.comparingLong(Copy::start).thenComparing(Copy::key);

    /** Creates the pass. */
    public DuplicateIds() {
        super("duplicate-ids");
    }

    @Override
    public void run(EditableGraph draft, ChangeLog log) {
        if (draft.hasUniqueIds()) {
            return;
        }
        Long2ObjectLinkedOpenHashMap<List<Copy>> families = families(draft);
        for (List<Copy> family : families.values()) {
            dropRepetitions(draft, family, log);
        }
        resolve(draft, families);
        FreshIds fresh = draft.freshIds();
        for (List<Copy> family : families.values()) {
            for (Copy copy : family.subList(1, family.size())) {
                long id = fresh.take();
                log.add(
                        draft.rank(),
                        draft.id(copy.node),
                        name(),
                        "give the later node of this id, "
                                + draft.content(copy.node).name() + ", the new id",
                        id,
                        "several nodes have the same id");
                draft.renumber(copy.node, id);
            }
        }
    }

    /** The nodes that share an id, by ascending id, each family in the order of time. */
    private static Long2ObjectLinkedOpenHashMap<List<Copy>> families(EditableGraph draft) {
        int[] byId = new int[draft.size()];
        Arrays.setAll(byId, i -> i);
        IntArrays.mergeSort(byId, (a, b) -> Long.compareUnsigned(draft.id(a), draft.id(b)));
        Long2ObjectLinkedOpenHashMap<List<Copy>> families = new Long2ObjectLinkedOpenHashMap<>();
        int from = 0;
        for (int to = 1; to <= byId.length; to++) {
            if (to < byId.length && draft.id(byId[to]) == draft.id(byId[from])) {
                continue;
            }
            if (to - from > 1) {
                List<Copy> family = new ArrayList<>();
                for (int i = from; i < to; i++) {
                    family.add(new Copy(byId[i], draft.graph().startNanos(byId[i]), key(draft.content(byId[i]))));
                }
                family.sort(FIRST_IN_TIME);
                families.put(draft.id(byId[from]), family);
            }
            from = to;
        }
        return families;
    }

    private void dropRepetitions(EditableGraph draft, List<Copy> family, ChangeLog log) {
        for (int i = family.size() - 1; i > 0; i--) {
            if (family.get(i).key.equals(family.get(i - 1).key)) {
                int node = family.remove(i).node;
                log.add(
                        draft.rank(),
                        draft.id(node),
                        name(),
                        "remove the repeated node " + draft.content(node).name(),
                        "an equal node with the same id exists");
                draft.remove(node);
            }
        }
    }

    private static void resolve(EditableGraph draft, Long2ObjectLinkedOpenHashMap<List<Copy>> families) {
        for (int node = 0; node < draft.size(); node++) {
            long start = draft.graph().startNanos(node);
            for (int edge = draft.from(node); edge < draft.to(node); edge++) {
                List<Copy> family = draft.dep(edge) < 0 ? null : families.get(draft.id(draft.dep(edge)));
                if (family != null) {
                    draft.redirect(edge, meant(family, start));
                }
            }
        }
    }

    private static int meant(List<Copy> family, long start) {
        Copy best = family.get(0);
        for (Copy copy : family) {
            if (copy.start <= start && copy.start > best.start) {
                best = copy;
            }
        }
        return best.node;
    }

    /** The whole content of a node as text, so that equal texts mean equal nodes. */
    private static String key(EtNode node) {
        StringBuilder text = new StringBuilder();
        text.append(node.type().ordinal()).append('|').append(node.name());
        text.append('|').append(node.startMicros()).append('|').append(node.durationMicros());
        text.append('|').append(Arrays.toString(sorted(node.ctrlDeps())));
        text.append('|').append(Arrays.toString(sorted(node.dataDeps())));
        text.append('|').append(node.inputs()).append('|').append(node.outputs());
        for (EtAttribute attribute : node.attributes()) {
            Object value = attribute.value() instanceof byte[] bytes ? Arrays.toString(bytes) : attribute.value();
            text.append('|').append(attribute.name()).append(attribute.kind()).append(value);
        }
        return text.toString();
    }

    private static long[] sorted(long[] deps) {
        long[] copy = deps.clone();
        Arrays.sort(copy);
        return copy;
    }

    private record Copy(int node, long start, String key) {}
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;

/**
 * Decides whether two execution traces are equal except for attributes that identify the rank. Compares ids, types,
 * dependencies, durations and all attributes in order, but not names, starts, inputs and outputs. Shared columns are
 * not read twice, so ranks derived from one trace are compared in a few milliseconds per million nodes.
 */
public final class EtLikeness {
    /** Decides about values of an attribute that may differ. */
    @FunctionalInterface
    public interface Judge {
        /**
         * Whether one value may correspond to the other; values are as in {@link EtAttribute}. Must depend only on the
         * node's type and the values.
         */
        boolean alike(int node, String name, Object one, Object other);
    }

    private final EtColumns one;
    private final EtColumns other;
    /** Numbers, in each dictionary, of the names of attributes that may differ. */
    private final IntSet may;

    private EtLikeness(EtColumns one, EtColumns other, Set<String> differing) {
        this.one = one;
        this.other = other;
        may = new IntOpenHashSet();
        for (String name : differing) {
            int number = one.strings.find(name);
            if (number >= 0) {
                may.add(number);
            }
        }
    }

    /**
     * Compares two traces.
     *
     * @param differing names of attributes whose values the judge decides on; both nodes must have them, at the same
     *     position
     */
    public static boolean alike(EtGraph one, EtGraph other, Set<String> differing, Judge judge) {
        EtLikeness likeness = new EtLikeness(one.columns(), other.columns(), differing);
        EtTemplate template = one.template();
        if (template == other.template() && template.isRegular() && differing.containsAll(EtTemplate.NAMES)) {
            return likeness.slots(template, judge);
        }
        return likeness.nodes() && likeness.attributes(judge);
    }

    /**
     * A hash that is equal for traces that a judge finds alike. Reads a trace once, so that it can be compared with
     * many others.
     *
     * @param differing as in {@link #alike}
     */
    public static long print(EtGraph graph, Set<String> differing) {
        EtColumns columns = graph.columns();
        return new EtLikeness(columns, columns, differing).print();
    }

    private long print() {
        long sum = one.size;
        for (int node = 0; node < one.size; node++) {
            sum = mix(mix(mix(sum, one.id[node]), one.type[node]), one.duration[node]);
            sum = mix(mix(sum, one.dataFrom(node)), one.depEnd(node));
            for (int at = one.attrFrom(node); at < one.attrEnd(node); at++) {
                sum = mix(mix(sum, one.strings.text(one.attrName[at]).hashCode()), one.attrKind[at]);
                sum = may.contains(one.attrName[at]) ? sum : mix(sum, printOf(at));
            }
        }
        for (int at = 0; at < one.depCount; at++) {
            sum = mix(sum, one.deps[at]);
        }
        return sum;
    }

    /** Equal for values for which {@link #sameValue} holds. */
    private long printOf(int at) {
        return isNumber(one.kind(at)) ? one.raw(at) : Arrays.deepHashCode(new Object[] {one.value(at)});
    }

    private static long mix(long sum, long more) {
        return HashCommon.mix(sum * 31 + more);
    }

    private boolean nodes() {
        int n = one.size;
        return n == other.size
                && same(one.id, other.id, n)
                && same(one.type, other.type, n)
                && same(one.duration, other.duration, n)
                && same(one.depStart, other.depStart, 2 * n + 1)
                && same(one.deps, other.deps, one.depCount)
                && same(one.attrStart, other.attrStart, n + 1);
    }

    private static boolean same(long[] a, long[] b, int length) {
        return a == b || Arrays.equals(a, 0, length, b, 0, length);
    }

    private static boolean same(int[] a, int[] b, int length) {
        return a == b || Arrays.equals(a, 0, length, b, 0, length);
    }

    /** Whether the differing values of traces of one template are alike; each pair is judged once. */
    private boolean slots(EtTemplate template, Judge judge) {
        for (EtTemplate.Slot slot : template.slots()) {
            int at = one.findAttribute(slot.node(), one.strings.find(slot.attribute()));
            if (!judge.alike(slot.node(), slot.attribute(), one.value(at), other.value(at))) {
                return false;
            }
        }
        return true;
    }

    private boolean attributes(Judge judge) {
        // The dictionary of a derived graph starts with the same strings.
        boolean shared = one.attrName == other.attrName && one.attrKind == other.attrKind;
        boolean values = shared && one.attrValue == other.attrValue && one.objects == other.objects && !renamed();
        if (values && !(unchanged(one) && unchanged(other))) {
            return false;
        }
        for (int node = 0; node < one.size; node++) {
            for (int at = one.attrFrom(node); at < one.attrEnd(node); at++) {
                if (!shared && !sameName(at)) {
                    return false;
                }
                boolean free = may.contains(one.attrName[at]);
                if (free
                        ? !judge.alike(node, one.strings.text(one.attrName[at]), one.value(at), other.value(at))
                        : !values && !sameValue(at)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean renamed() {
        return one.renames != null || other.renames != null;
    }

    /** Whether the overrides of a shared column are equal in both graphs, except for attributes that may differ. */
    private boolean unchanged(EtColumns columns) {
        return columns.attrChanged == null
                || columns.attrChanged
                        .keySet()
                        .intStream()
                        .allMatch(at -> may.contains(columns.attrName[at]) || sameValue(at));
    }

    private boolean sameName(int at) {
        return one.attrKind[at] == other.attrKind[at]
                && (one.strings == other.strings
                        ? one.attrName[at] == other.attrName[at]
                        : one.strings.text(one.attrName[at]).equals(other.strings.text(other.attrName[at])));
    }

    private static boolean isNumber(EtAttribute.Kind kind) {
        return kind == EtAttribute.Kind.NONE || kind.isInteger() || kind.isFloat() || kind == EtAttribute.Kind.BOOL;
    }

    private boolean sameValue(int at) {
        EtAttribute.Kind kind = one.kind(at);
        boolean plain = isNumber(kind) || kind == EtAttribute.Kind.STRING && one.strings == other.strings;
        return plain ? one.raw(at) == other.raw(at) : Objects.deepEquals(one.value(at), other.value(at));
    }
}

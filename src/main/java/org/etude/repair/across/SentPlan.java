// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A {@link ClassPlan} in columns, for sending.
 *
 * @param kinds by step, the number of its kind
 * @param calls its call
 * @param types its type
 * @param sizes its size
 * @param sources the rank whose call it copies, -1 for none
 * @param copied the call that it copies
 * @param reasons the number of its reason
 * @param texts the reasons
 */
public record SentPlan(
        byte[] kinds,
        int[] calls,
        int[] types,
        long[] sizes,
        int[] sources,
        int[] copied,
        int[] reasons,
        List<String> texts) {

    /** The columns of a plan. */
    public static SentPlan of(ClassPlan plan) {
        int count = plan.steps().size();
        SentPlan sent = new SentPlan(
                new byte[count],
                new int[count],
                new int[count],
                new long[count],
                new int[count],
                new int[count],
                new int[count],
                new ArrayList<>());
        Map<String, Integer> known = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            ClassPlan.Step step = plan.steps().get(i);
            sent.kinds[i] = (byte) step.kind().ordinal();
            sent.calls[i] = step.call();
            sent.types[i] = step.type();
            sent.sizes[i] = step.size();
            sent.sources[i] = step.copied() == null ? -1 : step.copied().rank();
            sent.copied[i] = step.copied() == null ? -1 : step.copied().call();
            sent.reasons[i] = known.computeIfAbsent(step.reason(), text -> known.size());
        }
        sent.texts.addAll(known.keySet());
        return sent;
    }

    /**
     * The plan.
     *
     * @param own the calls of a rank of its class
     */
    public ClassPlan plan(String group, Calls own) {
        ClassPlan plan = new ClassPlan();
        for (int i = 0; i < kinds.length; i++) {
            CallSource source = sources[i] < 0 ? null : new CallSource(group, sources[i], copied[i]);
            plan.add(
                    new ClassPlan.Step(
                            ClassPlan.Kind.values()[kinds[i]],
                            calls[i],
                            types[i],
                            sizes[i],
                            source,
                            texts.get(reasons[i])),
                    own);
        }
        return plan;
    }
}

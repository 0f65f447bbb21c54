// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import it.unimi.dsi.fastutil.bytes.ByteArrayList;
import java.util.HashMap;
import java.util.Map;
import org.etude.trace.comm.CommRecords;
import org.etude.trace.model.MatrixOperator;
import org.etude.trace.model.StringTable;

/**
 * Decides for which events input texts are kept: those that communicate, and those whose floating-point work follows
 * from shapes. Equal texts are stored once, because shapes repeat in every step.
 */
final class KeptInputs {
    private static final byte YES = 1;
    private static final byte NO = 2;

    private final StringTable names;
    private final CommRecords comm;
    private final ByteArrayList known = new ByteArrayList();
    private final Map<String, String> texts = new HashMap<>();

    KeptInputs(StringTable names) {
        this.names = names;
        comm = new CommRecords(names);
    }

    /** Whether the inputs of events of this name are kept; each name is examined once. */
    boolean isKept(int name) {
        while (known.size() <= name) {
            int next = known.size();
            boolean kept =
                    comm.isComm(next) || MatrixOperator.named(names.text(next)).isPresent();
            known.add(kept ? YES : NO);
        }
        return known.getByte(name) == YES;
    }

    /** The text, the same object for equal texts. */
    String once(String text) {
        String before = texts.putIfAbsent(text, text);
        return before == null ? text : before;
    }
}

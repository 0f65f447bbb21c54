// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import it.unimi.dsi.fastutil.bytes.ByteArrayList;
import java.util.HashMap;
import java.util.Map;
import org.etude.trace.comm.CommRecords;
import org.etude.trace.model.MatrixOperator;
import org.etude.trace.model.StringTable;

/**
 * Of which events the texts of the inputs are kept: those that communicate, and those whose floating-point work follows from shapes.
 * Equal texts are held once, as shapes repeat with every step.
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

    /** Whether the inputs of events of this name are kept; each name is looked at once. */
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

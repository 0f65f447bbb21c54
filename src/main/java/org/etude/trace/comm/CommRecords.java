// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.comm;

import it.unimi.dsi.fastutil.bytes.ByteArrayList;
import org.etude.trace.model.StringTable;

/** Names whose arguments are kept because they describe communication; each name is examined once. */
public final class CommRecords {
    private static final byte YES = 1;
    private static final byte NO = 2;

    private final StringTable names;
    private final ByteArrayList known = new ByteArrayList();

    /** For names of this dictionary. */
    public CommRecords(StringTable names) {
        this.names = names;
    }

    /** Whether the name with this number communicates. */
    public boolean isComm(int id) {
        while (known.size() <= id) {
            known.add(CommNames.isRecord(names.text(known.size())) ? YES : NO);
        }
        return known.getByte(id) == YES;
    }
}

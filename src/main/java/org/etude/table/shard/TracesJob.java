// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import org.etude.trace.load.LoadedFile;

/** A work on recorded traces, a record: what a file gives, and the join of what all files give. */
public interface TracesJob extends JoinableJob {
    /** All settings, as text. */
    String settings();

    /** What the parts are, one word: works of one kind share them. */
    default String kind() {
        return "events";
    }

    /** The settings on which {@link #part} depends. */
    default String ofItems() {
        return "";
    }

    /** What a file gives; a record. */
    default Record part(LoadedFile file) {
        return file;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.host;

import java.util.List;
import org.etude.store.Saved;
import org.etude.trace.model.CommArgs;
import org.etude.trace.model.HostHeader;
import org.etude.trace.model.ProcessGroup;
import org.etude.trace.model.StringTable;

/**
 * The saved form of a {@link ColumnHostTrace}: its columns, ascending by id.
 *
 * @param commAt the nodes with a collective's arguments
 * @param comm those arguments
 */
record HostColumns(
        HostHeader header,
        StringTable names,
        TextStore store,
        List<ProcessGroup> groups,
        long[] id,
        int[] name,
        long[] parentId,
        long[] recordFunction,
        long[] forwardParent,
        long[] sequence,
        int[] scope,
        long[] tid,
        long[] forwardTid,
        int[] schema,
        long[] inputBytes,
        long[] outputBytes,
        StorageSizes sizes,
        int[] storages,
        int[] storageSizes,
        int[] storageStart,
        int[] storageCount,
        int[] outputCount,
        int[] texts,
        int[] commAt,
        List<CommArgs> comm)
        implements Saved {
    /** Columns without nodes, and without the data that nodes refer to. */
    static HostColumns none(HostHeader header, List<ProcessGroup> groups) {
        int[] ints = {};
        long[] longs = {};
        StringTable names = new StringTable();
        return new HostColumns(
                header,
                names,
                new TextStore(1),
                groups,
                longs,
                ints,
                longs,
                longs,
                longs,
                longs,
                ints,
                longs,
                longs,
                ints,
                longs,
                longs,
                new StorageSizes(names),
                ints,
                ints,
                ints,
                ints,
                ints,
                ints,
                ints,
                List.of());
    }

    @Override
    public Object restored() {
        return ColumnHostTrace.of(this);
    }
}

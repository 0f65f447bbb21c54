// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import org.etude.report.Finding;
import org.etude.spec.LoadOptions;
import org.etude.trace.clock.AnchorNames;
import org.etude.trace.clock.StepFinder;
import org.etude.trace.device.ColumnDeviceTrace;
import org.etude.trace.file.Candidate;
import org.etude.trace.file.FileName;
import org.etude.trace.file.TraceKind;
import org.etude.trace.file.TraceSource;
import org.etude.trace.host.ColumnHostTrace;
import org.etude.trace.model.HostTrace;

/**
 * What one file gave.
 *
 * @param source the file
 * @param name what its name tells
 * @param kind what it holds
 * @param host the execution trace, or null
 * @param device the Kineto trace, or null
 * @param hostName machine the Kineto trace was recorded on, or ""
 * @param processes process ids of the host events or of the execution trace
 * @param findings what was odd; rank -1 denotes the rank it will get
 */
public record LoadedFile(
        TraceSource source,
        FileName name,
        TraceKind kind,
        HostTrace host,
        ColumnDeviceTrace device,
        String hostName,
        long[] processes,
        List<Finding> findings) {
    /**
     * Reads one file, whole.
     *
     * @throws org.etude.trace.model.TraceException when it is broken
     */
    public static LoadedFile read(Candidate file, LoadOptions options) {
        return TraceFileReader.read(file.source(), file.name(), options);
    }

    /** Whether its name or its content says which rank it is of. */
    public boolean namesRank() {
        return name.rank() >= 0 || device != null && device.header().rank() >= 0;
    }

    /** The same without its events: what {@link TraceLoader#assemble} needs to tell its rank. */
    public LoadedFile head() {
        return with(device == null ? null : device.head());
    }

    /** The same with those events only that say how its clock stands to others, and its steps. */
    public LoadedFile outline() {
        if (device == null) {
            return head();
        }
        boolean[] marks = StepFinder.marks(device.names());
        AnchorNames anchors = new AnchorNames(device);
        IntArrayList rows = new IntArrayList();
        for (int i = 0; i < device.size(); i++) {
            if (marks[device.nameId(i)] || anchors.isAnchor(i)) {
                rows.add(i);
            }
        }
        return with(device.select(rows.toIntArray(), at -> false));
    }

    private LoadedFile with(ColumnDeviceTrace events) {
        HostTrace nodes = host instanceof ColumnHostTrace all ? all.head() : host;
        return new LoadedFile(source, name, kind, nodes, events, hostName, processes, findings);
    }
}

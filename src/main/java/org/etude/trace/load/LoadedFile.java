// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import org.etude.report.Finding;
import org.etude.spec.LoadOptions;
import org.etude.trace.clock.AnchorNames;
import org.etude.trace.clock.GroupedCalls;
import org.etude.trace.clock.StepFinder;
import org.etude.trace.device.ColumnDeviceTrace;
import org.etude.trace.file.Candidate;
import org.etude.trace.file.FileName;
import org.etude.trace.file.TraceKind;
import org.etude.trace.file.TraceSource;
import org.etude.trace.host.ColumnHostTrace;
import org.etude.trace.model.HostTrace;

/**
 * The content of one loaded file.
 *
 * @param source the file
 * @param name the parts of its name
 * @param kind what it holds
 * @param host the execution trace, or null
 * @param device the Kineto trace, or null
 * @param hostName machine the Kineto trace was recorded on, or ""
 * @param processes process ids of the host events or of the execution trace
 * @param findings irregularities; rank -1 denotes the rank that the file will be assigned
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
     * Reads one whole file.
     *
     * @throws org.etude.trace.model.TraceException when it is broken
     */
    public static LoadedFile read(Candidate file, LoadOptions options) {
        return TraceFileReader.read(file.source(), file.name(), options);
    }

    /** Whether its name or content states its rank. */
    public boolean namesRank() {
        return name.rank() >= 0 || device != null && device.header().rank() >= 0;
    }

    /** The same without its events, as {@link TraceLoader#assemble} needs it to determine the rank. */
    public LoadedFile head() {
        return with(device == null ? null : device.head());
    }

    /** The same with only its steps and the events that align its clock with others. */
    public LoadedFile outline() {
        if (device == null) {
            return head();
        }
        boolean[] marks = StepFinder.marks(device.names());
        AnchorNames anchors = new AnchorNames(device);
        GroupedCalls grouped = new GroupedCalls(device, anchors);
        IntArrayList rows = new IntArrayList();
        for (int i = 0; i < device.size(); i++) {
            if (marks[device.nameId(i)] || anchors.isAnchor(i) || grouped.tells(i)) {
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

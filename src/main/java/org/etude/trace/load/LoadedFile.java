// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import java.util.List;
import org.etude.report.Finding;
import org.etude.spec.LoadOptions;
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

    /** The same without its events: what {@link TraceLoader#assemble} needs to tell its rank. */
    public LoadedFile head() {
        HostTrace nodes = host instanceof ColumnHostTrace all ? all.select(new int[0]) : host;
        ColumnDeviceTrace events = device == null ? null : device.select(new int[0], at -> false);
        return new LoadedFile(source, name, kind, nodes, events, hostName, processes, findings);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import java.util.List;
import org.etude.report.Finding;
import org.etude.trace.device.ColumnDeviceTrace;
import org.etude.trace.file.FileName;
import org.etude.trace.file.TraceKind;
import org.etude.trace.file.TraceSource;
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
record LoadedFile(
        TraceSource source,
        FileName name,
        TraceKind kind,
        HostTrace host,
        ColumnDeviceTrace device,
        String hostName,
        long[] processes,
        List<Finding> findings) {}

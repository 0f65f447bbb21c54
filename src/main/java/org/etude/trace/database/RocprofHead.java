// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import java.util.List;
import org.etude.trace.model.TraceHeader;

/** The head of a Kineto trace that is made from a recording of rocprofv3, whose times count from the machine's start. */
public final class RocprofHead {
    private RocprofHead() {}

    /**
     * The header fields as JSON members, each followed by a comma.
     *
     * @param machine name of the machine, "" if it is not known
     * @param gpus names of the GPUs
     */
    public static String of(String machine, List<String> gpus) {
        StringBuilder out = new StringBuilder("\"hip_runtime_version\":0,\"" + TraceHeader.ROCPROFV3 + "\":0,");
        if (!machine.isEmpty()) {
            out.append("\"host_name\":");
            EventText.quoted(machine, out);
            out.append(',');
        }
        return out + ProfilerDatabase.devices(gpus);
    }
}

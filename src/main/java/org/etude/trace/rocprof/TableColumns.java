// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.rocprof;

import org.etude.csv.CsvRows;

/** The numbers of a table's columns; -1 for those it does not have. */
record TableColumns(
        int guid,
        int process,
        int thread,
        int domain,
        int function,
        int kernel,
        int direction,
        int agent,
        int source,
        int destination,
        int stream,
        int queue,
        int correlation,
        int start,
        int end) {
    TableColumns(CsvRows rows) {
        this(
                rows.column("Guid"),
                rows.column("Process_Id"),
                rows.column("Thread_Id"),
                rows.column("Domain"),
                rows.column("Function"),
                rows.column("Kernel_Name"),
                rows.column("Direction"),
                rows.column("Agent_Id"),
                rows.column("Source_Agent_Id"),
                rows.column("Destination_Agent_Id"),
                rows.column("Stream_Id"),
                rows.column("Queue_Id"),
                rows.column("Correlation_Id"),
                rows.column("Start_Timestamp"),
                rows.column("End_Timestamp"));
    }

    /** Whether events can be read from it. */
    boolean areComplete() {
        return start >= 0
                && end >= 0
                && (kernel >= 0 || direction >= 0 || domain >= 0 && function >= 0 && process >= 0 && thread >= 0);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.inspector;

/**
 * One collective or message as one rank recorded it.
 *
 * @param comm the communicator
 * @param rank the rank in it
 * @param host where the rank ran
 * @param pid its process
 * @param type the collective, as in timings; sendrecv for a message
 * @param message whether it is a message
 * @param sequence its number, equal on all ranks
 * @param bytes bytes of the larger of a rank's input and output
 * @param micros its time in us, waiting for other ranks included
 */
record InspectorRecord(
        InspectorComm comm,
        int rank,
        String host,
        long pid,
        String type,
        boolean message,
        long sequence,
        long bytes,
        double micros) {}

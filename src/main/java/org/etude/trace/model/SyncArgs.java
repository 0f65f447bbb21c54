// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

/**
 * Handles of a synchronising call or record, as far as the trace gives them.
 *
 * @param stream the stream waited on, -1 when absent
 * @param eventId the event's handle or number, -1 when absent
 * @param waitOnStream stream where the waited-for event was recorded, -1 when absent
 * @param waitOnCorrelation correlation of the event record that is waited for, -1 when absent
 */
public record SyncArgs(long stream, long eventId, long waitOnStream, long waitOnCorrelation) {}

// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

import org.etude.spec.CollectiveType;

/**
 * One phase of a chunk, before a queue and an algorithm are assigned.
 *
 * @param dim dimension it runs over
 * @param kind the collective it performs
 * @param bytes data per node at the start
 * @param level which of the dimension's queues it uses
 */
public record PlannedPhase(int dim, CollectiveType kind, long bytes, QueueLevel level) {}

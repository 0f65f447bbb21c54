// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

/** Which of a dimension's queues a phase uses. */
public enum QueueLevel {
    /** All queues in turn. */
    ANY,
    /** The first half in turn: reduce-scatters of an all-reduce. */
    FIRST,
    /** The second half in turn: all-gathers of an all-reduce. */
    LAST
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

/** Which of several concurrent collectives on a rank goes first. */
public enum SchedulingPolicy {
    /** The latest. */
    LIFO,
    /** The earliest. */
    FIFO,
    /** The one with the highest comm_priority. */
    EXPLICIT
}

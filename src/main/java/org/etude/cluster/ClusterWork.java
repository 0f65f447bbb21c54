// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster;

/** What machines are needed for, by which an engine chooses how to run them. */
public enum ClusterWork {
    /** Each input is processed once, in a few seconds per machine: optimised code would be ready too late. */
    ONE_PASS,
    /** Long loops over the same code. */
    SIMULATION
}

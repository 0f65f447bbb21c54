// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.stall;

/** A posted receive without a message. */
record OpenReceive(int tag, int src, int dst, long bytes, long token) {}

// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.stall;

/** A posted receive that no message met. */
record OpenReceive(int tag, int src, int dst, long bytes, long token) {}

// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.stall;

/** Messages of one key that arrived and that nobody receives. */
record OpenMessage(int tag, int src, int dst, long bytes, int count) {}

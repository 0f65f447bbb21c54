// SPDX-License-Identifier: Apache-2.0
/**
 * How the system layer splits a collective: logical dimensions, chunks ({@link ChunkSplitter}), stream numbers, ring
 * directions.
 */
package org.etude.sim.collective;

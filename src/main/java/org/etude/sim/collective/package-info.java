// SPDX-License-Identifier: Apache-2.0
/**
 * How the system layer cuts a collective: logical dimensions, chunks ({@link ChunkCutter}), stream numbers, directions of
 * rings.
 */
package org.etude.sim.collective;

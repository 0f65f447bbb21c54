// SPDX-License-Identifier: Apache-2.0
/**
 * Commands whose work is sharded: the items, their dependencies, and how one process merges their results, so that
 * files are byte-identical to those of a single process. Parts are computed by {@link org.etude.sweep.PartRunner}.
 */
package org.etude.table.shard;

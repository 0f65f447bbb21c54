// SPDX-License-Identifier: Apache-2.0
/**
 * Verbs whose work is cut into parts: what an item is, what it depends on, and how one process joins what the items gave, so that
 * the files are byte for byte those of one process. Parts are made by {@link org.etude.sweep.PartRunner}.
 */
package org.etude.table.shard;

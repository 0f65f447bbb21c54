// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

/** What all shards of a work share; a record that is saved with each of them. */
public interface ShardJob {
    /** The command of the work, one word. */
    String verb();
}

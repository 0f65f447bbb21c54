// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

/** What is the same for all parts of a work; a record, which is saved with each of them. */
public interface ShardJob {
    /** The verb of the work, one word. */
    String verb();
}

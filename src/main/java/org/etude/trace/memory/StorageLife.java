// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.memory;

/**
 * A storage from its allocation to its last use.
 *
 * @param storage its number in the trace
 * @param kind its purpose
 * @param bytes its size, as the allocator of its device rounds it
 * @param born the node that allocated it; -1 when it existed before the step
 * @param first the first node of the step that used it, or that allocated it
 * @param last the last node of the step that runs while it is held
 */
public record StorageLife(int storage, MemoryKind kind, long bytes, int born, int first, int last) {
    /** Whether it existed before the step. */
    public boolean isOlder() {
        return born < 0;
    }
}

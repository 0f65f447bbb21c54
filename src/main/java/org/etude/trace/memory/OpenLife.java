// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.memory;

import org.etude.trace.model.StorageUse;

/** A storage whose uses are being gathered. */
final class OpenLife {
    final int storage;
    final String device;
    final int born;
    final int first;
    long bytes;
    int last;
    boolean accumulated;
    boolean updated;
    boolean communicated;
    /** Used in a forward pass. */
    boolean forward;
    /** Used by autograd. */
    boolean backward;
    /** A view repeats elements, so that tensor sizes reveal nothing about the storage. */
    private boolean repeated;

    OpenLife(StorageUse use, int born, int first) {
        storage = use.storage();
        device = use.device();
        this.born = born;
        this.first = first;
        last = first;
    }

    /** Takes in a use by {@code node}, seen {@code at} a node. */
    void use(StorageUse use, int node, int at, NodeContext context) {
        bytes = repeated ? bytes : Math.max(bytes, use.bytes());
        repeated |= context.repeats(node);
        last = Math.max(last, at);
        boolean updates = context.updates(node);
        boolean communicates = context.communicates(node);
        boolean isBackward = context.isBackward(node);
        accumulated |= context.accumulates(node);
        updated |= updates;
        communicated |= communicates;
        backward |= isBackward;
        forward |= !updates && !communicates && !isBackward;
    }
}

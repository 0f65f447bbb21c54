// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

/** What all ports of a switch share of its buffer, and how much of that is in use, bytes. */
final class SharedBuffer {
    long size;
    long used;

    /** Above how many bytes the next packet may pause its sender, as far as someone wants to know. */
    long alertAt = Long.MAX_VALUE;

    SharedBuffer(long size) {
        this.size = size;
    }
}

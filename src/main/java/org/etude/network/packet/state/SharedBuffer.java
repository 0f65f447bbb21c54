// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

/** What all ports of a switch share of its buffer, and how much of that is in use, bytes. */
final class SharedBuffer {
    long size;
    long used;

    SharedBuffer(long size) {
        this.size = size;
    }
}

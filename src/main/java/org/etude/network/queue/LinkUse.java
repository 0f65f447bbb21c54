// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

/**
 * Use of directed links, in columns of equal length.
 *
 * @param from the host or switch a link leaves; switches are numbered after the hosts
 * @param to the host or switch it enters
 * @param dim the dimension it belongs to
 * @param bytes payload carried
 * @param busyNs time spent sending, in ns
 * @param messages number of messages carried
 * @param peakQueue maximum number of messages queued at once
 */
public record LinkUse(int[] from, int[] to, int[] dim, long[] bytes, long[] busyNs, long[] messages, int[] peakQueue) {

    /** No links. */
    public static LinkUse none() {
        return new LinkUse(new int[0], new int[0], new int[0], new long[0], new long[0], new long[0], new int[0]);
    }

    /** The number of links. */
    public int size() {
        return from.length;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

import java.util.Arrays;

/**
 * Sorts mail in descending order with an introspective sort (Musser 1997: median of three, partitions down to 16, then
 * one insertion sort). ASTRA-sim's order of simultaneous events is the order in which this very method leaves equal
 * mail, which a stable sort would not reproduce.
 */
final class MailOrder {
    private static final int SMALL = 16;

    private final LogicalProcesses.Mail[] mail;

    private MailOrder(LogicalProcesses.Mail[] mail) {
        this.mail = mail;
    }

    /** Sorts in descending order: the earliest mail is last. */
    static void sort(LogicalProcesses.Mail[] mail) {
        MailOrder order = new MailOrder(mail);
        int depth = 2 * (31 - Integer.numberOfLeadingZeros(Math.max(1, mail.length)));
        order.partition(0, mail.length, depth);
        order.insert();
    }

    private boolean after(LogicalProcesses.Mail a, LogicalProcesses.Mail b) {
        return a.compareTo(b) > 0;
    }

    private void swap(int i, int j) {
        LogicalProcesses.Mail kept = mail[i];
        mail[i] = mail[j];
        mail[j] = kept;
    }

    private void partition(int from, int to, int depth) {
        int end = to;
        for (int left = depth; end - from > SMALL; left--) {
            if (left == 0) {
                Arrays.sort(mail, from, end, (a, b) -> b.compareTo(a));
                return;
            }
            medianToFront(from, from + 1, from + (end - from) / 2, end - 1);
            int cut = cut(from + 1, end, mail[from]);
            partition(cut, end, left - 1);
            end = cut;
        }
    }

    private void medianToFront(int front, int a, int b, int c) {
        if (after(mail[a], mail[b])) {
            swap(front, after(mail[b], mail[c]) ? b : after(mail[a], mail[c]) ? c : a);
        } else {
            swap(front, after(mail[a], mail[c]) ? a : after(mail[b], mail[c]) ? c : b);
        }
    }

    private int cut(int from, int to, LogicalProcesses.Mail pivot) {
        int low = from;
        int high = to;
        while (true) {
            while (after(mail[low], pivot)) {
                low++;
            }
            high--;
            while (after(pivot, mail[high])) {
                high--;
            }
            if (low >= high) {
                return low;
            }
            swap(low, high);
            low++;
        }
    }

    private void insert() {
        for (int i = 1; i < mail.length; i++) {
            LogicalProcesses.Mail one = mail[i];
            int at = i;
            while (at > 0 && after(one, mail[at - 1])) {
                mail[at] = mail[at - 1];
                at--;
            }
            mail[at] = one;
        }
    }
}

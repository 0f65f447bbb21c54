// SPDX-License-Identifier: Apache-2.0
package org.etude.link;

/**
 * Ranks 0 and 1 exchange two messages each way in a kernel, of which one end states some sizes, and none that of the last. Sizes
 * in elements of 4 bytes.
 */
public final class HalfSizedJob {
    public final Recording recording = new Recording(2);

    public HalfSizedJob() {
        Recording.Rank first = recording.rank(0).group("0", 0, 1);
        call(first, 10, "send", 3000, 1);
        call(first, 20, "recv", -1, 1);
        call(first, 30, "send", -1, 1);
        call(first, 40, "recv", -1, 1);
        first.call("cudaLaunchKernelExC", 1, 50, 5, 11).kernel("ncclDevKernel_SendRecv(x)", 20, 100, 100, 11);
        Recording.Rank second = recording.rank(1).group("0", 0, 1);
        call(second, 10, "recv", -1, 0);
        call(second, 20, "send", 1000, 0);
        call(second, 30, "recv", 500, 0);
        call(second, 40, "send", -1, 0);
        second.call("cudaLaunchKernelExC", 1, 50, 5, 11).kernel("ncclDevKernel_SendRecv(x)", 20, 130, 70, 11);
    }

    /** A call; a negative size is not stated. */
    public static void call(Recording.Rank rank, double at, String name, int elements, int peer) {
        rank.op("record_param_comms", 1, at, 4)
                .arg("Collective name", name)
                .arg("dtype", "Float")
                .arg("Group size", 2)
                .arg("Process Group Name", "0")
                .arg("Process Group Ranks", "[0, 1]")
                .arg(name.equals("send") ? "Dst Rank" : "Src Rank", peer);
        if (elements >= 0) {
            rank.arg("In msg nelems", elements).arg("Out msg nelems", elements);
        }
    }
}

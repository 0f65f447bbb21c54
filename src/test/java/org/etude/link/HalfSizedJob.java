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
        call(rank, at, name, elements, peer, "0");
    }

    private static void call(Recording.Rank rank, double at, String name, int elements, int peer, String group) {
        rank.op("record_param_comms", 1, at, 4)
                .arg("Collective name", name)
                .arg("dtype", "Float")
                .arg("Group size", 2)
                .arg("Process Group Name", group)
                .arg("Process Group Ranks", "[0, 1]")
                .arg(name.equals("send") ? "Dst Rank" : "Src Rank", peer);
        if (elements >= 0) {
            rank.arg("In msg nelems", elements).arg("Out msg nelems", elements);
        }
    }

    /** A call and its kernel, which is its rank's {@code k}-th one from 0. */
    public static void alone(Recording.Rank rank, int k, String name, int elements, int peer, String group) {
        double at = 1000 + 100 * k;
        call(rank, at, name, elements, peer, group);
        rank.call("cudaLaunchKernelExC", 1, at + 10, 5, 100 + k)
                .kernel("ncclDevKernel_SendRecv(x)", 20, at + 20, 30, 100 + k);
    }

    /** Two ranks in groups "pp" and "cp", whose messages are added. */
    public static Recording inTwoGroups() {
        Recording recording = new Recording(2);
        for (int rank = 0; rank < 2; rank++) {
            recording.rank(rank).group("0", 0, 1).group("pp", 0, 1).group("cp", 0, 1);
        }
        return recording;
    }

    /** Rank 0 sends in pp, cp and pp; rank 1, which does not state the size in cp, receives that first. */
    public static Recording receivedInAnotherOrder() {
        Recording recording = inTwoGroups();
        Recording.Rank sender = recording.rank(0);
        alone(sender, 0, "send", 1000, 1, "pp");
        alone(sender, 1, "send", 5000, 1, "cp");
        alone(sender, 2, "send", 1000, 1, "pp");
        Recording.Rank receiver = recording.rank(1);
        alone(receiver, 0, "recv", -1, 0, "cp");
        alone(receiver, 1, "recv", 1000, 0, "pp");
        alone(receiver, 2, "recv", 1000, 0, "pp");
        return recording;
    }

    /** Rank 0 states the size of two messages, of which rank 1 states another one of the second and none of the first. */
    public static Recording disagreeing() {
        Recording recording = inTwoGroups();
        alone(recording.rank(0), 0, "send", 1000, 1, "pp");
        alone(recording.rank(0), 1, "send", 2000, 1, "pp");
        alone(recording.rank(1), 0, "recv", -1, 0, "pp");
        alone(recording.rank(1), 1, "recv", 1000, 0, "pp");
        return recording;
    }

    /** Rank 0 states the sizes of a send and a receive, rank 1 none. */
    public static Recording oneSided() {
        Recording recording = inTwoGroups();
        alone(recording.rank(0), 0, "send", 3000, 1, "pp");
        alone(recording.rank(0), 1, "recv", 1000, 1, "pp");
        alone(recording.rank(1), 0, "recv", -1, 0, "pp");
        alone(recording.rank(1), 1, "send", -1, 0, "pp");
        return recording;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.comm;

import java.util.List;
import java.util.Set;
import org.etude.number.Digits;

/**
 * Decides from its name whether an operator or a host range communicates. GPU kernels are recognised by {@link
 * CommKernels}.
 */
public final class CommNames {
    /** Backends whose range on the host is the transfer itself. */
    private static final List<String> HOST_BACKENDS = List.of("gloo:", "mpi:", "ucc:");
    /** Libraries that move data by kernels: their range on the host only issues it. */
    private static final List<String> DEVICE_LIBRARIES = List.of("nccl:", "rccl:", "xccl:", "hccl:");

    private static final List<String> OPERATORS =
            List.of("c10d::", "_c10d_functional::", "c10d_functional::", "_c10d_functional_autograd::");
    /** Calls of NCCL and RCCL that move data, as NVTX ranges and rocprofv3 name them. */
    private static final Set<String> LIBRARY_CALLS = Set.of(
            "ncclAllReduce",
            "ncclAllGather",
            "ncclReduceScatter",
            "ncclBroadcast",
            "ncclBcast",
            "ncclReduce",
            "ncclSend",
            "ncclRecv",
            "ncclAlltoAll",
            "ncclAllToAll",
            "ncclAllToAllv",
            "ncclGather",
            "ncclScatter");

    /** The operator under which PyTorch records a collective's arguments. */
    public static final String RECORD = "record_param_comms";

    /** The operator of a barrier that exchanges messages by itself, within the call. */
    public static final String MONITORED_BARRIER = "c10d::monitored_barrier_";

    private CommNames() {}

    /** Whether it is a range in which a backend moves data on the host: {@code gloo:all_reduce}. */
    public static boolean isHostBackend(String name) {
        return startsWith(name, HOST_BACKENDS);
    }

    /** Whether it is a backend's range of a send or a receive: {@code gloo:send}. */
    public static boolean isHostMessage(String name) {
        String work = isHostBackend(name) ? name.substring(name.indexOf(':') + 1) : "";
        return work.equals("send") || work.startsWith("recv");
    }

    /** Whether it is a call of NCCL or RCCL that moves data: {@code ncclAllReduce}. */
    public static boolean isLibraryCall(String name) {
        return name.startsWith("nccl") && LIBRARY_CALLS.contains(name);
    }

    /** Whether it is an operator or annotation of a collective, a call of its library, or a backend's range. */
    public static boolean isOperator(String name) {
        return name.equals(RECORD)
                || startsWith(name, OPERATORS)
                || startsWith(name, DEVICE_LIBRARIES)
                || isLibraryCall(name)
                || isHostBackend(name);
    }

    /**
     * Whether it is an operator that calls a send or a receive, which may move its data before it returns; a monitored barrier
     * does nothing else.
     */
    public static boolean isMessageCall(String name) {
        return name.equals("c10d::send") || name.startsWith("c10d::recv_") || name.equals(MONITORED_BARRIER);
    }

    /**
     * Whether it is an operator outside PyTorch's own collectives whose name denotes one: {@code
     * _C_custom_ar::all_reduce}, {@code trtllm::allreduce}, {@code FusedDispatch}.
     */
    public static boolean isCustomOperator(String name) {
        if (isOperator(name) || name.startsWith("aten::")) {
            return false;
        }
        String own = CommKernels.own(name);
        return CommKernels.namesCollective(name) || own.endsWith("dispatch") || own.endsWith("combine");
    }

    /** Whether arguments under this name are kept: it communicates, or lists the process groups. */
    public static boolean isRecord(String name) {
        return name.startsWith(RECORD)
                || name.contains("c10d")
                || name.contains("process_group:init")
                || isOperator(name)
                || isCustomOperator(name);
    }

    /** The peer that {@code nccl:send 0->1} or {@code nccl:recv 1<-0} names (a rank of the group), or -1. */
    public static int peer(String annotation) {
        int arrow = Math.max(annotation.indexOf("->"), annotation.indexOf("<-"));
        if (arrow < 0) {
            return -1;
        }
        return Digits.toInt(annotation.substring(arrow + 2).trim());
    }

    private static boolean startsWith(String name, List<String> prefixes) {
        for (String prefix : prefixes) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}

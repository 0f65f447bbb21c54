// SPDX-License-Identifier: Apache-2.0
package org.etude.link.collective;

import java.util.Locale;
import org.etude.spec.CollectiveType;
import org.etude.trace.comm.CommKernels;
import org.etude.trace.comm.CommNames;

/** Determines the type of a collective from its many names. */
public final class CollectiveNames {
    private static final Object[][] PREFIXES = {
        {"allreduce", CollectiveType.ALL_REDUCE},
        {"allgather", CollectiveType.ALL_GATHER},
        {"reducescatter", CollectiveType.REDUCE_SCATTER},
        {"alltoall", CollectiveType.ALL_TO_ALL},
        {"broadcast", CollectiveType.BROADCAST},
        {"bcast", CollectiveType.BROADCAST},
        {"barrier", CollectiveType.BARRIER},
        {"monitoredbarrier", CollectiveType.BARRIER},
        {"reduce", CollectiveType.REDUCE},
        {"gather", CollectiveType.GATHER},
        {"scatter", CollectiveType.SCATTER},
        {"send", CollectiveType.SEND},
        {"isend", CollectiveType.SEND},
        {"recv", CollectiveType.RECV},
        {"irecv", CollectiveType.RECV},
    };

    private static final Object[][] WITHIN = {
        {"allreduce", CollectiveType.ALL_REDUCE},
        {"crossdevicereduce", CollectiveType.ALL_REDUCE},
        {"reducescatter", CollectiveType.REDUCE_SCATTER},
        {"allgather", CollectiveType.ALL_GATHER},
        {"alltoall", CollectiveType.ALL_TO_ALL},
        {"all2all", CollectiveType.ALL_TO_ALL},
        {"epdispatch", CollectiveType.ALL_TO_ALL},
        {"epcombine", CollectiveType.ALL_TO_ALL},
        {"barrierkernel", CollectiveType.BARRIER},
    };

    private CollectiveNames() {}

    /**
     * The type denoted by an operator, an annotation or a trace's own collective name: {@code c10d::_allgather_base_},
     * {@code nccl:all_reduce|bytes=8}, {@code all_to_allv}, {@code ncclAllReduce}. Null when it denotes none ({@code wait}, {@code
     * coalesced}).
     */
    public static CollectiveType ofOperator(String name) {
        String bare = CommNames.isLibraryCall(name) ? name.substring("nccl".length()) : name;
        int bar = bare.indexOf('|');
        bare = bar < 0 ? bare : bare.substring(0, bar);
        bare = bare.substring(bare.lastIndexOf(':') + 1).toLowerCase(Locale.ROOT);
        bare = bare.replace("_", "").replace("-", "").trim();
        for (Object[] row : PREFIXES) {
            if (bare.startsWith((String) row[0])) {
                return (CollectiveType) row[1];
            }
        }
        return null;
    }

    /**
     * The type that a kernel's name states: {@code ncclDevKernel_AllReduce_Sum_f16_RING_LL(...)}, {@code
     * deep_ep::internode::combine<...>}. Null for generic kernels and for SendRecv ones, which also carry all-to-alls.
     */
    static CollectiveType ofKernel(String name) {
        if (!CommKernels.is(name)) {
            return null;
        }
        String own = CommKernels.own(name);
        int kernel = own.indexOf("kernel");
        String behind = kernel < 0 ? "" : own.substring(kernel + "kernel".length());
        if (behind.startsWith("sendrecv")) {
            return null;
        }
        CollectiveType byEnd = ofOperator(behind);
        return byEnd != null ? byEnd : within(own);
    }

    /** The type that the name of another library's operator states: {@code trtllm::allreduce}, {@code FusedDispatch}. */
    static CollectiveType ofCustomOperator(String name) {
        String own = CommKernels.own(name);
        boolean experts = own.endsWith("dispatch") || own.endsWith("combine");
        return experts ? CollectiveType.ALL_TO_ALL : within(own);
    }

    /** The type whose name occurs anywhere in a kernel's name: {@code oneShotAllReduceKernel}, {@code combine}. */
    private static CollectiveType within(String own) {
        if (own.startsWith("dispatch") || own.startsWith("combine") || own.contains("moea2a")) {
            return CollectiveType.ALL_TO_ALL;
        }
        for (Object[] row : WITHIN) {
            if (own.contains((String) row[0])) {
                return (CollectiveType) row[1];
            }
        }
        return null;
    }

    /** Whether a trace's own collective name denotes a wait, which moves no data. */
    static boolean isWait(String collective) {
        return collective != null && collective.toLowerCase(Locale.ROOT).startsWith("wait");
    }

    /** The value after {@code key=} between bars of an annotation such as {@code nccl:all_reduce|bytes=8|pg=dp0}, or "". */
    static String field(String annotation, String key) {
        int at = annotation.indexOf('|' + key + '=');
        if (at < 0) {
            return "";
        }
        int from = at + key.length() + 2;
        int to = annotation.indexOf('|', from);
        return annotation.substring(from, to < 0 ? annotation.length() : to);
    }
}

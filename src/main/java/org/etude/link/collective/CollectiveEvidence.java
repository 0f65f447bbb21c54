// SPDX-License-Identifier: Apache-2.0
package org.etude.link.collective;

import java.util.ArrayList;
import java.util.List;
import org.etude.link.model.Collective;
import org.etude.spec.CollectiveType;
import org.etude.trace.comm.CommNames;
import org.etude.trace.model.CommArgs;
import org.etude.trace.model.DType;

/** The evidence gathered for one collective. Later evidence only fills in what better evidence left open. */
public final class CollectiveEvidence {
    /** The evidence of a call of NCCL or RCCL itself. */
    static final String LIBRARY = "library-call";

    final int node;
    /** Position in the order in which the rank issued its collectives. */
    final int issued;
    /** Which of the tensors of a call that is carried tensor by tensor; 0 for others. */
    final int tensor;

    CollectiveType type = CollectiveType.UNKNOWN;
    long inBytes = -1;
    long outBytes = -1;
    /** What the rank sends to each rank of the group, in rows, elements or bytes; empty when not stated. */
    private List<Long> parts = List.of();

    String dtype = "";
    String groupName = "";
    List<Integer> groupRanks = List.of();
    int groupSize = -1;
    int peer = -1;
    boolean peerInGroup;
    long tag = -1;
    int root = -1;
    public long traceSequence = -1;
    String evidence = "none";
    private final List<String> notes = new ArrayList<>();

    CollectiveEvidence(int node, int issued) {
        this(node, issued, 0);
    }

    CollectiveEvidence(int node, int issued, int tensor) {
        this.node = node;
        this.issued = issued;
        this.tensor = tensor;
    }

    void type(CollectiveType found, String where) {
        if (type == CollectiveType.UNKNOWN && found != null) {
            type = found;
            evidence = where;
        }
    }

    /** Sets sizes; an empty transfer counts as not stated, because later evidence may be better. */
    void bytes(long in, long out) {
        inBytes = inBytes > 0 ? inBytes : Math.max(inBytes, in);
        outBytes = outBytes > 0 ? outBytes : Math.max(outBytes, out);
    }

    /** Sets what an all-to-all sends to each rank of its group, in any unit. */
    void parts(List<Long> found) {
        parts = parts.isEmpty() ? List.copyOf(found) : parts;
    }

    void dtype(String found) {
        if (dtype.isEmpty() && found != null) {
            dtype = found.startsWith("c10::") ? found.substring("c10::".length()) : found;
        }
    }

    void group(String name, List<Integer> ranks, int size) {
        groupName = groupName.isEmpty() && name != null ? name : groupName;
        groupRanks = groupRanks.isEmpty() ? List.copyOf(ranks) : groupRanks;
        groupSize = groupSize < 0 ? size : groupSize;
    }

    void peer(int found, boolean inGroup) {
        if (peer < 0 && found >= 0) {
            peer = found;
            peerInGroup = inGroup;
        }
    }

    void tag(long found) {
        tag = tag < 0 ? found : tag;
    }

    void root(int found) {
        root = root < 0 ? found : root;
    }

    void note(String note) {
        if (!notes.contains(note)) {
            notes.add(note);
        }
    }

    /**
     * Takes over the arguments of a collective that the trace states; those of a library's call are bytes without an element
     * type, and its peers ranks of the group.
     */
    void args(CommArgs args, String where) {
        if (args == null || CollectiveNames.isWait(args.collective())) {
            return;
        }
        if (args.collective() != null) {
            type(CollectiveNames.ofOperator(args.collective()), where);
        }
        boolean library = args.collective() != null && CommNames.isLibraryCall(args.collective());
        int element = args.dtype() != null ? DType.bytesOf(args.dtype()) : library ? 1 : -1;
        if (element > 0) {
            bytes(times(args.inElements(), element), times(args.outElements(), element));
        }
        dtype(args.dtype());
        group(args.groupName(), args.groupRanks(), args.groupSize());
        peer(args.peer(), library);
        tag(args.tag());
        traceSequence = traceSequence < 0 ? args.sequence() : traceSequence;
        parts(args.inSplit());
        if (args.inSplit().stream().distinct().count() > 1
                || args.outSplit().stream().distinct().count() > 1) {
            note("uneven splits");
        }
    }

    private static long times(long elements, int bytes) {
        return elements < 0 || elements > Long.MAX_VALUE / bytes ? -1 : elements * bytes;
    }

    boolean isTransfer() {
        return type == CollectiveType.SEND || type == CollectiveType.RECV;
    }

    boolean isOfOneRank() {
        return groupSize == 1 || groupRanks.size() == 1;
    }

    /**
     * Derives missing sizes from the type: some have equal input and output, a message has one of the two, a barrier
     * neither.
     */
    void settleBytes() {
        long most = Math.max(inBytes, outBytes);
        switch (type) {
            case ALL_REDUCE, BROADCAST -> {
                inBytes = inBytes < 0 ? most : inBytes;
                outBytes = outBytes < 0 ? most : outBytes;
            }
            case SEND -> {
                inBytes = most;
                outBytes = Math.min(most, 0);
            }
            case RECV -> {
                inBytes = Math.min(most, 0);
                outBytes = most;
            }
            case BARRIER -> {
                inBytes = 0;
                outBytes = 0;
            }
            default -> {
                // input and output are independent
            }
        }
    }

    /** The parts in bytes, as shares of the input; empty when they do not divide it. */
    private List<Long> sentBytes() {
        long all = parts.stream().mapToLong(Long::longValue).sum();
        boolean sound = type == CollectiveType.ALL_TO_ALL && parts.stream().allMatch(part -> part >= 0);
        if (!sound || all == 0 && inBytes > 0 || all > 0 && (inBytes < 0 || inBytes % all != 0)) {
            return List.of();
        }
        return parts.stream()
                .map(part -> all == 0 ? 0L : part * (inBytes / all))
                .toList();
    }

    Collective toCollective(long sequence) {
        return new Collective(
                node,
                sequence,
                type,
                inBytes,
                outBytes,
                sentBytes(),
                dtype,
                groupName,
                groupRanks,
                groupSize,
                peer,
                tag,
                root,
                evidence,
                String.join("; ", notes));
    }
}

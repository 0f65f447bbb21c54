// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.etude.compat.triosim.trace.TimedMessage;
import org.etude.compat.triosim.trace.TimedOp;
import org.etude.compat.triosim.trace.TrioSimObserver;

/** Records the events of a run; about 100 bytes per message, of which compat sends 2N(N-1) per all-reduce. */
public final class TrioSimTimeline implements TrioSimObserver {
    private final List<TimedOp> ops = new ArrayList<>();
    private final List<TimedMessage> messages = new ArrayList<>();

    /** The operators by GPU, micro-batch and index in the trace. */
    public List<TimedOp> ops() {
        return ops.stream()
                .sorted(Comparator.comparingInt(TimedOp::gpu)
                        .thenComparingInt(TimedOp::microBatch)
                        .thenComparingInt(TimedOp::index))
                .toList();
    }

    /** The messages in the order of sending. */
    public List<TimedMessage> messages() {
        return messages.stream()
                .sorted(Comparator.comparingLong(TimedMessage::number))
                .toList();
    }

    @Override
    public void ran(TimedOp op) {
        ops.add(op);
    }

    @Override
    public void arrived(TimedMessage message) {
        messages.add(message);
    }
}

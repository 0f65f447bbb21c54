// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.ArrayList;
import java.util.List;
import org.etude.workload.llm.step.LayerPiece.Comm;
import org.etude.workload.llm.step.LayerPiece.Exchange;
import org.etude.workload.llm.step.LayerPiece.OverlappedExchange;
import org.etude.workload.llm.step.LayerPiece.Work;

/**
 * Tensor-parallel exchanges in as many chunks as ranks, all but one of which overlap with a product (Wang et al.,
 * Overlap communication with dependent computation via decomposition, ASPLOS 2023; Transformer Engine's user buffers,
 * Megatron-LM's --tp-comm-overlap). The first chunk of a gather precedes its product; the last chunk of a reduction
 * follows its product. In the backward pass the gather of gradients is chunked likewise; the exchange of input
 * gradients overlaps with weight gradients anyway. Parts received after a product are summed by a separate kernel
 * (Transformer Engine, comm_gemm_overlap.cpp, reduce_bf16).
 */
final class TensorOverlap {
    private final int chunks;
    private final int tail;
    private final StepKernel sum;

    /**
     * Exchanges in chunks.
     *
     * @param tail kernels of the last linear layer of a part: its product, and its adapter's
     * @param sum the kernel that sums the received parts
     */
    TensorOverlap(int chunks, int tail, StepKernel sum) {
        this.chunks = chunks;
        this.tail = tail;
        this.sum = sum;
    }

    /** Chunks the exchanges around work, whose first and last pieces must be work. */
    List<LayerPiece> of(Exchange enter, List<? extends LayerPiece> work, Exchange leave) {
        int end = work.size() - 1;
        List<LayerPiece> pieces = new ArrayList<>();
        pieces.add(new Exchange(enter.name(), part(enter.forward()), enter.backward(), enter.again()));
        pieces.add(new OverlappedExchange(
                enter.name(), rest(enter.forward()), end == 0 ? rest(leave.backward()) : Comm.NONE));
        pieces.addAll(work.subList(0, end));
        if (end > 0) {
            pieces.add(new OverlappedExchange(leave.name(), Comm.NONE, rest(leave.backward())));
        }
        Work last = (Work) work.get(end);
        int cut = last.forward().size() - tail;
        List<StepKernel> linear = last.forward().subList(cut, last.forward().size());
        List<StepKernel> forward = new ArrayList<>(last.forward().subList(0, cut));
        linear.forEach(kernel -> forward.add(kernel.rows(1.0 / chunks)));
        pieces.add(new Work(last.part(), forward, last.backward(), last.weights(), last.parameters(), last.copies()));
        pieces.add(new OverlappedExchange(leave.name(), rest(leave.forward()), Comm.NONE));
        List<StepKernel> others =
                linear.stream().map(kernel -> kernel.rows(1 - 1.0 / chunks)).toList();
        pieces.add(new Work(last.part(), others, List.of(), List.of(), 0, last.copies()));
        pieces.add(new Exchange(leave.name(), part(leave.forward()), part(leave.backward()), leave.again()));
        pieces.add(new Work(last.part(), List.of(sum), List.of(), List.of(), 0, last.copies()));
        return pieces;
    }

    private Comm part(Comm comm) {
        return comm.sized(comm.bytes() / chunks);
    }

    private Comm rest(Comm comm) {
        return comm.sized(comm.bytes() - comm.bytes() / chunks);
    }
}

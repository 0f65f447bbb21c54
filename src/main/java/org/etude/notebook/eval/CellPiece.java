// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/**
 * A part of a cell's code and its result. Nothing is allocated between the end of the code and the availability of the
 * result: a cell that has used up all memory must still be able to report it.
 */
final class CellPiece extends FutureTask<Object> {
    private final Runnable left;
    private final MemoryReserve reserve;

    /**
     * Creates a part.
     *
     * @param left runs in the cell's thread when the code has ended, before the result is available
     * @param reserve released when the code ran out of memory
     */
    CellPiece(Callable<Object> code, Runnable left, MemoryReserve reserve) {
        super(code);
        this.left = left;
        this.reserve = reserve;
    }

    @Override
    protected void set(Object value) {
        left.run();
        super.set(value);
    }

    @Override
    protected void setException(Throwable thrown) {
        if (thrown instanceof OutOfMemoryError || thrown.getCause() instanceof OutOfMemoryError) {
            reserve.release();
        }
        left.run();
        super.setException(thrown);
    }
}

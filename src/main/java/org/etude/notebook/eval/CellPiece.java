// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/**
 * A piece of a cell's code, and what came of it. From the end of the code to the moment when the result is there nothing is
 * allocated: a cell that has used up all memory must still tell who waits for it.
 */
final class CellPiece extends FutureTask<Object> {
    private final Runnable left;
    private final MemoryReserve reserve;

    /**
     * Makes a piece.
     *
     * @param left runs in the cell's thread when the code has ended, before anybody learns of it
     * @param reserve freed when the code found no memory
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

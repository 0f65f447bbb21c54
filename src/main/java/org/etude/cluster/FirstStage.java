// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster;

import org.etude.store.StoredFile;

/**
 * A stage made from an input that the driver sent. It answers nothing; the next stage does the work, so that a failure
 * belongs to a named step. Subclasses are public, with a public constructor that takes the bytes of {@link #sent}.
 *
 * @param <I> the input
 */
public abstract class FirstStage<I extends Record> implements RemoteStage {
    private static final String KIND = "input";

    private final I input;

    /** Decodes an input. */
    protected FirstStage(byte[] sent, Class<I> type) {
        input = StoredFile.of(sent, KIND, type);
    }

    /** The bytes to send. */
    public static byte[] sent(Record input) {
        return StoredFile.bytes(KIND, input);
    }

    protected final I input() {
        return input;
    }

    @Override
    public final byte[] answer() {
        return new byte[0];
    }
}

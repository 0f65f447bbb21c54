// SPDX-License-Identifier: Apache-2.0
package org.etude.link;

import org.etude.trace.model.DeviceTrace;

/** A Kineto trace of events without tensors, byte counts and links by external ids or sequence numbers. */
public abstract class PlainDevice implements DeviceTrace {
    @Override
    public long externalId(int i) {
        return NONE;
    }

    @Override
    public long sequenceNumber(int i) {
        return NONE;
    }

    @Override
    public long forwardThread(int i) {
        return NONE;
    }

    @Override
    public long bytes(int i) {
        return -1;
    }

    @Override
    public String inputDims(int i) {
        return "";
    }

    @Override
    public String inputTypes(int i) {
        return "";
    }

    @Override
    public String concreteInputs(int i) {
        return "";
    }
}

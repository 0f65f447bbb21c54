// SPDX-License-Identifier: Apache-2.0
package org.etude.link.order;

/**
 * A call that made a stream wait for an event unknown from the trace.
 *
 * @param call the event of the call
 * @param source the work that it is taken to wait for
 * @param target the first work after the wait
 */
record InferredWait(int call, int source, int target) {
    InferredWait waitsFor(int work) {
        return new InferredWait(call, work, target);
    }

    InferredWait holds(int work) {
        return new InferredWait(call, source, work);
    }
}

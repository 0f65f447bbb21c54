// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

/** Where a GPU, or a micro-batch on it, is in the trace. */
public class Lane {
    public int fetched;
    public int computed;
    public int inFlight;
    public boolean busy;
}

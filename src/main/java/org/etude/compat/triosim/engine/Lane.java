// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

/** The position of a GPU, or of a micro-batch on it, in the trace. */
public class Lane {
    public int fetched;
    public int computed;
    public int inFlight;
    public boolean busy;
}

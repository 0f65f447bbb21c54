// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

/** The phases that messages go to. */
public interface AlikePhases {
    /** The number (above 0) of the phase that a message goes to if that phase ignores the sender; else 0. */
    int alike(int message);
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.spec;

import org.etude.et.wire.EtSet;
import org.etude.spec.Fidelity;
import org.etude.spec.SystemSpec;

/**
 * The fidelity and the system of runs about which nothing else is said. This is the one rule for every door (Java, notebooks,
 * command line, sweeps, calibration); drop-in commands of other tools have the defaults of those tools.
 *
 * <ul>
 *   <li>A <b>recording</b>, or ETs made of one: {@link Fidelity#RECORDED} when nothing is said of the network or the system, so that
 *       every transfer takes the time that it was recorded with; else {@link Fidelity#AWARE}, links that carry one message after the
 *       other. Both with {@link SystemSpec#ofRecordings()}: durations hold what host and GPU do, and NCCL and gloo do not share a
 *       link between messages of one pair.
 *   <li>Everything else, which was <b>generated</b>: {@link Fidelity#PACKET} and {@link SystemSpec#ofGenerated()}.
 *   <li>Anything with ASTRA-sim's rules ({@code compat}): {@link Fidelity#PACKET} and {@link SystemSpec#defaults()}.
 * </ul>
 *
 * @param fidelity how closely the network is simulated
 * @param system how collectives are done
 */
public record RunDefaults(Fidelity fidelity, SystemSpec system) {

    /**
     * The defaults of a workload.
     *
     * @param compat whether ASTRA-sim's rules hold
     * @param elsewhere whether anything was said of the network or the system
     */
    public static RunDefaults of(EtSet workload, boolean compat, boolean elsewhere) {
        if (compat || !workload.isRecorded()) {
            return new RunDefaults(Fidelity.PACKET, compat ? SystemSpec.defaults() : SystemSpec.ofGenerated());
        }
        boolean asRecorded = !elsewhere && workload.hasRecordedTransfers();
        return new RunDefaults(asRecorded ? Fidelity.RECORDED : Fidelity.AWARE, SystemSpec.ofRecordings());
    }
}

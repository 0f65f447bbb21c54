// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.spec;

import org.etude.et.wire.EtSet;
import org.etude.spec.Fidelity;
import org.etude.spec.SystemSpec;

/**
 * The default fidelity and system of a run. All interfaces (Java, notebooks, command line, sweeps, calibration) use
 * this rule; drop-in commands of other tools have the defaults of those tools.
 *
 * <ul>
 *   <li>A <b>recording</b>, or ETs made of one: {@link Fidelity#RECORDED} when neither network nor system is specified,
 *       so that every transfer takes its recorded time; else {@link Fidelity#AWARE}, links that carry one message after the
 *       other, as NCCL and gloo do not share a link between messages of one pair.
 *   <li>Everything else, which was <b>generated</b>: {@link Fidelity#PACKET}.
 *   <li>Anything under ASTRA-sim's rules ({@code compat}): {@link Fidelity#PACKET} and {@link SystemSpec#ofAstraSim()}.
 * </ul>
 *
 * <p>Collectives run as libraries run them, {@link SystemSpec#ofLibraries()}, except in compat.
 *
 * @param fidelity how closely the network is simulated
 * @param system how collectives are run
 */
public record RunDefaults(Fidelity fidelity, SystemSpec system) {

    /**
     * The defaults of a workload.
     *
     * @param compat whether ASTRA-sim's rules apply
     * @param elsewhere whether the network or the system was specified
     */
    public static RunDefaults of(EtSet workload, boolean compat, boolean elsewhere) {
        if (compat) {
            return new RunDefaults(Fidelity.PACKET, SystemSpec.ofAstraSim());
        }
        if (!workload.isRecorded()) {
            return new RunDefaults(Fidelity.PACKET, SystemSpec.ofLibraries());
        }
        boolean asRecorded = !elsewhere && workload.hasRecordedTransfers();
        return new RunDefaults(asRecorded ? Fidelity.RECORDED : Fidelity.AWARE, SystemSpec.ofLibraries());
    }
}

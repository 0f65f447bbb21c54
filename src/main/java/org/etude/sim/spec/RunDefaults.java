package org.etude.sim.spec;

import org.etude.et.wire.EtSet;
import org.etude.spec.Fidelity;

/**
 * The fidelity and the system of runs about which nothing else is said. This is the one rule for every door (Java, notebooks,
 * command line, sweeps, calibration); drop-in commands of other tools have the defaults of those tools.
 *
 * <ul>
 *   <li>A <b>recording</b>, or ETs made of one: {@link Fidelity#AWARE}, links that carry one message after the other, and {@link
 *       SystemSpec#ofRecordings()}. Its durations hold what host and GPU do, and NCCL and gloo do not share a link between
 *       messages of one pair.
 *   <li>Everything else, which was <b>generated</b>, and recordings with ASTRA-sim's rules ({@code compat}): {@link
 *       Fidelity#PACKET} and {@link SystemSpec#defaults()}.
 * </ul>
 *
 * @param fidelity how closely the network is simulated
 * @param system how collectives are done
 */
public record RunDefaults(Fidelity fidelity, SystemSpec system) {

    /** The defaults of a workload. */
    public static RunDefaults of(EtSet workload, boolean compat) {
        return workload.isRecorded() && !compat
                ? new RunDefaults(Fidelity.AWARE, SystemSpec.ofRecordings())
                : new RunDefaults(Fidelity.PACKET, SystemSpec.defaults());
    }
}

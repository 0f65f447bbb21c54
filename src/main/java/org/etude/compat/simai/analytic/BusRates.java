// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.analytic;

import java.util.Locale;
import org.etude.compat.simai.model.SimAiException;

/** Bus bandwidths by type, GB/s: NVLink ports times 20.6 (Hopper) or 20 (Ampere), and NICs. */
public final class BusRates {
    private BusRates() {}

    /**
     * NVLink of a GPU type.
     *
     * @throws SimAiException when the type is not known
     */
    public static double nvlink(String type) {
        return switch (type.toUpperCase(Locale.ROOT)) {
            case "H100", "H20" -> 20.6 * 18;
            case "H800" -> 20.6 * 8;
            case "A100" -> 20.0 * 12;
            case "A800" -> 20.0 * 8;
            default ->
                throw new SimAiException(
                        "the NVLink rate of GPU type '" + type + "' is not known",
                        "Give -nv in GB/s, or one of A100, A800, H100, H800, H20.");
        };
    }

    /**
     * A NIC of a type.
     *
     * @throws SimAiException when the type is not known
     */
    public static double nic(String type) {
        return switch (type.toLowerCase(Locale.ROOT)) {
            case "cx6" -> 23.5;
            case "cx7", "bf3" -> 48.5;
            default ->
                throw new SimAiException(
                        "the rate of NIC type '" + type + "' is not known",
                        "Give -nic in GB/s, or one of cx6, cx7, bf3.");
        };
    }
}

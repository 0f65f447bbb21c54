// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

import java.util.stream.IntStream;
import org.etude.network.packet.spec.PacketNetworkException;
import org.etude.network.packet.state.Ports;

/** The link rates that HPCC's records state, by code, and the code of each port's link. */
final class StatedRates {
    private static final long GBPS = 1_000_000_000L;
    private static final long[] REFERENCE = {
        25 * GBPS, 50 * GBPS, 100 * GBPS, 200 * GBPS, 400 * GBPS, 2400 * GBPS, 1200 * GBPS
    };

    private final long[] rates;
    private final int[] codes;

    private StatedRates(long[] rates, Ports ports) {
        this.rates = rates;
        codes = IntStream.range(0, ports.count)
                .map(port -> Math.max(0, indexOf(rates, ports.at(port).bitsPerSecond)))
                .toArray();
    }

    /** The reference's rates: a link of any other is stated as one of 25 Gbit/s. */
    static StatedRates ofReference(Ports ports) {
        return new StatedRates(REFERENCE, ports);
    }

    /** The rates that the links have; an error if they are more than records can tell apart. */
    static StatedRates actual(Ports ports) {
        long[] actual = IntStream.range(0, ports.count)
                .mapToLong(port -> ports.at(port).bitsPerSecond)
                .distinct()
                .sorted()
                .toArray();
        if (actual.length > HopRecord.CODES) {
            throw new PacketNetworkException(
                    "the links have " + actual.length + " different rates; HPCC's records tell " + HopRecord.CODES
                            + " apart",
                    "Use fewer rates or another congestion control; with --compat, unknown rates count as 25 Gbit/s, as"
                            + " in the reference.");
        }
        return new StatedRates(actual, ports);
    }

    static boolean isInReference(long bitsPerSecond) {
        return indexOf(REFERENCE, bitsPerSecond) >= 0;
    }

    /** The code of a port's link. */
    int code(int port) {
        return codes[port];
    }

    /** The rate of a code, in bit/s. */
    long of(int code) {
        return rates[code];
    }

    private static int indexOf(long[] rates, long bitsPerSecond) {
        return IntStream.range(0, rates.length)
                .filter(code -> rates[code] == bitsPerSecond)
                .findFirst()
                .orElse(-1);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.spec;

import org.etude.report.EtudeException;
import org.etude.report.Report;

/** A packet network that cannot be read or built, or a run of it that cannot go on. */
public final class PacketNetworkException extends EtudeException {
    /** Makes an error; see {@link EtudeException}. */
    public PacketNetworkException(String what, String advice) {
        super(what, advice);
    }

    /** Makes an error with rows and a cause; see {@link EtudeException}. */
    public PacketNetworkException(String what, String advice, Report details, Throwable cause) {
        super(what, advice, details, cause);
    }
}

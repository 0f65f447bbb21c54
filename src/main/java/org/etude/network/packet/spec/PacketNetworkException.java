// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.spec;

import org.etude.report.EtudeException;
import org.etude.report.Report;

/** Thrown when a packet network cannot be read or built, or a run of it cannot continue. */
public final class PacketNetworkException extends EtudeException {
    /** Creates the exception; see {@link EtudeException}. */
    public PacketNetworkException(String what, String advice) {
        super(what, advice);
    }

    /** Creates the exception with rows and a cause; see {@link EtudeException}. */
    public PacketNetworkException(String what, String advice, Report details, Throwable cause) {
        super(what, advice, details, cause);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.config;

import org.etude.report.EtudeException;

/** A name that no ready-made configuration has. */
public final class UnknownConfigException extends EtudeException {
    private static final long serialVersionUID = 1L;

    UnknownConfigException(String what, String advice) {
        super(what, advice);
    }
}

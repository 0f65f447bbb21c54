// SPDX-License-Identifier: Apache-2.0
package org.etude.config;

import org.etude.report.EtudeException;

/** No ready-made configuration has this name. */
public final class UnknownConfigException extends EtudeException {
    private static final long serialVersionUID = 1L;

    UnknownConfigException(String what, String advice) {
        super(what, advice);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import org.etude.store.StoredFile;

/**
 * What every rank receives for one stage.
 *
 * @param step a {@link RepairStep} or {@link RepairExchange}
 */
record RepairView(Record step) {
    private static final String KIND = "repair";

    static RepairView of(byte[] bytes) {
        return StoredFile.of(bytes, KIND, RepairView.class);
    }

    static byte[] bytes(Record step) {
        return StoredFile.bytes(KIND, new RepairView(step));
    }
}

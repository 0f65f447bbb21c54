// SPDX-License-Identifier: Apache-2.0
package org.etude.store;

/** The saved form of a value: a record from which it is restored. */
public interface Saved {
    /** Restores the value whose {@link Storable#saved()} form this is. */
    Object restored();
}

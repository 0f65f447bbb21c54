// SPDX-License-Identifier: Apache-2.0
package org.etude.store;

/** A record of which a value is made when it is opened again. */
public interface Saved {
    /** The value that was {@link Storable#saved()}. */
    Object restored();
}

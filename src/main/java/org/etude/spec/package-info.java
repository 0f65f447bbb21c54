// SPDX-License-Identifier: Apache-2.0
/**
 * What a user chooses, in one place: options of loading, linking, converting and repairing, the system layer's options and
 * limits, and the enums that appear in them ({@link Fidelity}, {@link CollectiveType}, {@link AlgorithmSpec},
 * {@link CongestionControl}, ...). Values only: immutable, validated when they are built, with a message that names the
 * offending value. Nothing here reads a file or runs anything.
 */
package org.etude.spec;

import org.etude.spec.network.CongestionControl;

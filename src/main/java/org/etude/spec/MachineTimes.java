// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import org.etude.report.Internal;

/**
 * Modelled times of matrix products and communication on a machine. Products rescale recorded times to other shapes;
 * communication covers what the recording does not contain.
 */
@Internal
public interface MachineTimes extends CommunicationCosts {
    /**
     * Time of a matrix product, in ns.
     *
     * @param rows rows of its result, above 0
     * @param columns columns of its result, above 0
     * @param depth length of its inner (reduction) dimension, above 0
     * @param elementBytes bytes of an element
     */
    double product(double rows, double columns, double depth, int elementBytes);

    /** Its display name. */
    String name();
}

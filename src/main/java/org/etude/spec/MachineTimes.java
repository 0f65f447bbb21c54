// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

/**
 * What a model of a machine says that products and communication take: products to carry a recorded time to another shape,
 * communication for what the recording does not hold.
 */
public interface MachineTimes extends CommunicationCosts {
    /**
     * Time of a matrix product, in ns.
     *
     * @param rows rows of its result, above 0
     * @param columns columns of its result, above 0
     * @param depth length of its sums, above 0
     * @param elementBytes bytes of an element
     */
    double product(double rows, double columns, double depth, int elementBytes);

    /** What it is called, for people. */
    String name();
}

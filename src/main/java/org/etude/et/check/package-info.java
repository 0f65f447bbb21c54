// SPDX-License-Identifier: Apache-2.0
/**
 * Checks whether a simulator accepts execution traces: the order in which a feeder releases nodes ({@link EtFeeder}),
 * and the rules for nodes and ranks ({@link EtValidator}).
 */
package org.etude.et.check;

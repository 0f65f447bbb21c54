// SPDX-License-Identifier: Apache-2.0
/**
 * Will a simulator take these execution traces? The order in which a feeder releases nodes ({@link EtFeeder}) and the rules
 * that nodes and ranks must satisfy ({@link EtValidator}).
 */
package org.etude.et.check;

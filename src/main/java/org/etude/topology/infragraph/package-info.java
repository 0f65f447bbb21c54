// SPDX-License-Identifier: Apache-2.0
/**
 * InfraGraph, Keysight's infrastructure description (schema 2.4, MIT) that ASTRA-sim 3.0 reads: devices made of
 * components and links, instances of devices, and edges between ranges of them. {@link
 * org.etude.topology.infragraph.InfraGraphs} reads a description as a network and writes any network as one.
 */
package org.etude.topology.infragraph;

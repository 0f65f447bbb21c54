// SPDX-License-Identifier: Apache-2.0
/**
 * InfraGraph, the infrastructure description of Keysight's project of that name (schema 2.4, MIT) that ASTRA-sim 3.0 takes:
 * devices made of components and links, instances of devices, and edges between them by ranges. {@link
 * org.etude.topology.infragraph.InfraGraphs} reads it as a network, and writes any network as such a description.
 */
package org.etude.topology.infragraph;

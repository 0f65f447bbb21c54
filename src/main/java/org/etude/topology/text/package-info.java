// SPDX-License-Identifier: Apache-2.0
/**
 * Topologies as texts and files: the short form ({@code torus:4x4x8}), network YAML, logical JSON, physical topology
 * files.
 */
package org.etude.topology.text;

// SPDX-License-Identifier: Apache-2.0
/** Algorithms on directed graphs of numbered nodes, independent of what the nodes represent. */
package org.etude.digraph;

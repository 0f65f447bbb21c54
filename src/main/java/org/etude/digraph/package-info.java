// SPDX-License-Identifier: Apache-2.0
/** Directed graphs of numbered nodes, and what does not depend on what the nodes are. */
package org.etude.digraph;

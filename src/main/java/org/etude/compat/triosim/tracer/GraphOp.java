// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.tracer;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * An operator of the execution graph.
 *
 * @param name its name, in the backward pass that of the autograd node
 * @param node contains its inputs and outputs
 */
record GraphOp(String name, JsonNode node) {}

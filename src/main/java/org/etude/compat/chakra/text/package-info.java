// SPDX-License-Identifier: Apache-2.0
/**
 * The text workload language of ASTRA-sim 1.0 (a parallelism, then one line per layer) and its conversion to execution
 * traces, node for node what Chakra's text converter writes.
 */
package org.etude.compat.chakra.text;

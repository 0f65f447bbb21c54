// SPDX-License-Identifier: Apache-2.0
/**
 * The text workload language of ASTRA-sim 1.0 (a parallelism, then one line per layer) and its conversion to execution
 * traces, identical node for node to that of Chakra's text converter.
 */
package org.etude.compat.chakra.text;

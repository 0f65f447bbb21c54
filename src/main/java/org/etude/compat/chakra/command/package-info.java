// SPDX-License-Identifier: Apache-2.0
/**
 * The drop-in commands {@code chakra-trace-link}, {@code chakra-converter}, {@code chakra-jsonizer}, {@code chakra-visualizer}
 * and {@code chakra-timeline}.
 */
package org.etude.compat.chakra.command;

// SPDX-License-Identifier: Apache-2.0
/** {@code chakra_trace_link}'s linked JSON, written from Etude's links ({@link ChakraTraceLink}). */
package org.etude.compat.chakra.link;

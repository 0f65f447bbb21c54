// SPDX-License-Identifier: Apache-2.0
/**
 * {@code chakra_converter PyTorch}: the linked JSON, converted node for node as Chakra does, or with its defects fixed.
 * Etude's own conversion ({@code et.convert}) starts from linked graphs and does not pass through here.
 */
package org.etude.compat.chakra.convert;

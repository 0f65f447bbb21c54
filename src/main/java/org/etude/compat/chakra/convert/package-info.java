// SPDX-License-Identifier: Apache-2.0
/**
 * {@code chakra_converter PyTorch}: converts the linked JSON node for node as Chakra does, or with its defects fixed.
 * Etude's own conversion ({@code et.convert}) starts from linked graphs and does not use this package.
 */
package org.etude.compat.chakra.convert;

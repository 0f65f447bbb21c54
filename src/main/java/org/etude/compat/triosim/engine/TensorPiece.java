// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

/**
 * A tensor, or a part of one, as held by a GPU.
 *
 * @param id its number, see {@link TensorNames}
 * @param bytes its size
 * @param gradient whether it is a gradient
 */
public record TensorPiece(int id, long bytes, boolean gradient) {}

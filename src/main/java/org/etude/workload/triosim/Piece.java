package org.etude.workload.triosim;

/**
 * A tensor, or a part of one, as a GPU holds it.
 *
 * @param id its number, see {@link Names}
 * @param bytes its size
 * @param gradient whether it is a gradient
 */
record Piece(int id, long bytes, boolean gradient) {}

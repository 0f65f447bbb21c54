// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.trace;

/**
 * A tensor as an operator names it.
 *
 * @param id its name in tensor.csv
 * @param bytes its size
 * @param gradient whether it is a gradient, which tensor and pipeline parallelism neither wait for nor fetch
 */
public record TraceTensor(String id, long bytes, boolean gradient) {
    TraceTensor scaled(double ratio) {
        return new TraceTensor(id, (long) (bytes / ratio), gradient);
    }
}

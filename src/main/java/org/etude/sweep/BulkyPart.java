// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

/**
 * The result of an item with additional bytes, which are stored in its file uncompressed and read only on request
 * ({@link ShardMerge#body}). The value should contain their number and a checksum.
 *
 * @param value the value
 * @param bytes the bytes
 */
public record BulkyPart(Record value, byte[] bytes) {}

// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

/**
 * What an item gave, with bytes that are kept next to it, not packed, and read only when they are asked for
 * ({@link ShardMerge#body}). The value should say how many they are, and a check sum.
 *
 * @param value the value
 * @param bytes the bytes
 */
public record BulkyPart(Record value, byte[] bytes) {}

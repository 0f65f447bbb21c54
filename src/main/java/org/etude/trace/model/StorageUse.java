// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

/**
 * The memory that a tensor of an operator and its views share.
 *
 * @param storage its number in the trace; numbers of released storages are given again
 * @param bytes bytes of it that the operator's tensors reach, counted from its first byte
 * @param device where it lies: cpu, cuda:0, ...
 */
public record StorageUse(int storage, long bytes, String device) {}

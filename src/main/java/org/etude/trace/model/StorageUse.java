// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

/**
 * The use of a storage, the memory that a tensor and its views share, by an operator.
 *
 * @param storage its number in the trace; numbers of released storages are reused
 * @param bytes bytes from its start up to the end of the operator's last tensor
 * @param device its device: cpu, cuda:0, ...
 */
public record StorageUse(int storage, long bytes, String device) {}

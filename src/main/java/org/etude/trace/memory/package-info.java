// SPDX-License-Identifier: Apache-2.0
/**
 * Determines the memory of a training step from the host's execution trace alone: {@link
 * org.etude.trace.memory.StepStorages} finds when each storage is allocated and last used, and its purpose; {@link
 * org.etude.trace.memory.StepMemory} adds them up over the step.
 */
package org.etude.trace.memory;

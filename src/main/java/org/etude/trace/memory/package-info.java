// SPDX-License-Identifier: Apache-2.0
/**
 * What memory a training step holds, read from the host's execution trace alone: {@link org.etude.trace.memory.StepStorages} finds
 * when each storage is allocated, used last, and what it is there for; {@link org.etude.trace.memory.StepMemory} adds them up over
 * the step.
 */
package org.etude.trace.memory;

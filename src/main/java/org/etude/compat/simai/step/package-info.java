// SPDX-License-Identifier: Apache-2.0
/** A step as a SimAI workload text describes it, as execution traces ({@link SimAiStep}). */
package org.etude.compat.simai.step;

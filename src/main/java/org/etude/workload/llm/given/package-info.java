// SPDX-License-Identifier: Apache-2.0
/** Which of the options that a user gave matter to the job they describe. */
package org.etude.workload.llm.given;

// SPDX-License-Identifier: Apache-2.0
/** SimAI's and AICB's commands and their options. */
package org.etude.compat.simai.command;

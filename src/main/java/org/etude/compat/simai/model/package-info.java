// SPDX-License-Identifier: Apache-2.0
/** What SimAI's two models of a workload text share: its collectives, parallelism and process groups. */
package org.etude.compat.simai.model;

// SPDX-License-Identifier: Apache-2.0
/**
 * Repairs of one rank at a time ({@link GraphPass}): cycles, dangling and redundant dependencies, duplicate ids, unsupported
 * nodes, missing attributes of communication nodes.
 */
package org.etude.repair.pass;

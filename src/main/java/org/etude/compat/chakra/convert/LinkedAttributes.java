// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.convert;

/**
 * Attributes of a linked node.
 *
 * @param recordFunctionId rf_id
 * @param forwardParent fw_parent
 * @param sequenceId seq_id
 * @param scope scope
 * @param tid tid
 * @param forwardTid fw_tid
 * @param opSchema op_schema
 * @param groupName process group, "" when there is none
 * @param collectiveName collective_name of newer schemas, "" when there is none
 */
record LinkedAttributes(
        long recordFunctionId,
        long forwardParent,
        long sequenceId,
        long scope,
        long tid,
        long forwardTid,
        String opSchema,
        String groupName,
        String collectiveName) {}

// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import java.util.List;

/**
 * The nodes of one rank's PyTorch execution trace in columns, ascending by id. Index arguments run from 0 to
 * {@link #size()} - 1. Ids, like all ids, are unique within one rank only.
 */
public interface HostTrace {
    /** The number of nodes. */
    int size();

    /** The node's id as written. */
    long id(int i);

    /** Index of the node with this id, or -1; the last one when an id occurs twice. */
    int indexOf(long id);

    /** Dictionary number of the name. */
    int nameId(int i);

    /** The name. */
    default String name(int i) {
        return names().text(nameId(i));
    }

    /** The dictionary of names (operator schemas too). */
    StringTable names();

    /** Id of the parent as written (roots name themselves or 0); it may not exist in the file. */
    long parentId(int i);

    /** Index of the parent, or -1 when it is a root or the parent is missing. */
    int parent(int i);

    /** rf_id as an unsigned 64-bit value; 0 when absent. */
    long recordFunctionId(int i);

    /** Id of the forward node of a backward one, 0 when absent. */
    long forwardParent(int i);

    /** Autograd sequence number, -1 when absent. */
    long sequenceId(int i);

    /** Record-function scope: 0 function, 1 backward, 7 user. */
    int scope(int i);

    /** The observer's own thread number (1, 2, ...), 0 when absent; not the operating system's. */
    long tid(int i);

    /** Thread number of the forward node, 0 when absent. */
    long forwardTid(int i);

    /** Operator schema, "" when absent. */
    String opSchema(int i);

    /** Inputs: values as JSON text as in the file, shapes and types likewise; parts not kept are "". */
    NodeIo inputs(int i);

    /** Outputs, like {@link #inputs}. */
    NodeIo outputs(int i);

    /** Collective attributes or the positional inputs of record_param_comms, or null. */
    CommArgs comm(int i);

    /** Bytes of all tensors among the inputs (elements x element size, lists included), or -1 when it has none. */
    long inputBytes(int i);

    /** How many storages the tensors among the inputs have; a storage is the memory that a tensor and its views share. */
    default int inputStorages(int i) {
        return 0;
    }

    /** The {@code k}-th of these storages, as the trace numbers them; each is named once. */
    default int inputStorage(int i, int k) {
        throw new IndexOutOfBoundsException(k);
    }

    /** The {@code k}-th of the storages among the inputs, with its size. */
    default StorageUse inputUse(int i, int k) {
        throw new IndexOutOfBoundsException(k);
    }

    /** How many storages the tensors among the outputs have. */
    default int outputStorages(int i) {
        return 0;
    }

    /** The {@code k}-th of these, with its size. */
    default StorageUse outputUse(int i, int k) {
        throw new IndexOutOfBoundsException(k);
    }

    /** Bytes of all tensors among the outputs, or -1. */
    long outputBytes(int i);

    /** Process groups listed by the process_group:init node; empty when there is none. */
    List<ProcessGroup> groups();

    /** The top-level fields. */
    HostHeader header();
}

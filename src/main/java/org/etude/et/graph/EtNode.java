// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import java.util.List;

/**
 * One ET node as a value. Graphs hold nodes in columns; this is for building, editing and tests.
 *
 * @param id its id, unique in the file
 * @param name its name
 * @param type its type
 * @param ctrlDeps ids of control dependencies, in file order
 * @param dataDeps ids of data dependencies, in file order
 * @param startMicros start_time_micros
 * @param durationMicros duration_micros
 * @param inputs inputs, or null when the message has none
 * @param outputs outputs, or null when the message has none
 * @param attributes its attributes, in file order
 */
public record EtNode(
        long id,
        String name,
        EtNodeType type,
        long[] ctrlDeps,
        long[] dataDeps,
        long startMicros,
        long durationMicros,
        EtIo inputs,
        EtIo outputs,
        List<EtAttribute> attributes) {

    private static final long[] NO_DEPS = {};

    /** A node without dependencies, times and inputs. */
    public static EtNode of(long id, String name, EtNodeType type, EtAttribute... attributes) {
        return new EtNode(id, name, type, NO_DEPS, NO_DEPS, 0, 0, null, null, List.of(attributes));
    }

    /** The same node with other data dependencies. */
    public EtNode withDataDeps(long... deps) {
        return new EtNode(id, name, type, ctrlDeps, deps, startMicros, durationMicros, inputs, outputs, attributes);
    }

    /** The same node with other control dependencies. */
    public EtNode withCtrlDeps(long... deps) {
        return new EtNode(id, name, type, deps, dataDeps, startMicros, durationMicros, inputs, outputs, attributes);
    }

    /** The same node with another duration. */
    public EtNode withDurationMicros(long micros) {
        return new EtNode(id, name, type, ctrlDeps, dataDeps, startMicros, micros, inputs, outputs, attributes);
    }

    /** The same node with other attributes. */
    public EtNode withAttributes(List<EtAttribute> others) {
        return new EtNode(id, name, type, ctrlDeps, dataDeps, startMicros, durationMicros, inputs, outputs, others);
    }
}

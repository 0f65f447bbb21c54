// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.trace;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.etude.compat.triosim.trace.TraceOp.Stage;
import org.etude.compat.triosim.trace.TrioSimException.Reason;

/** Reads trace.csv and tensor.csv. */
final class TraceReader {
    private static final Set<String> GRADIENTS = Set.of("grad", "grad_output");
    private static final long MOST_BYTES = 1L << 50;
    private static final double US_PER_S = 1e6;
    private static final int NAME = 1;
    private static final int INPUTS = 2;
    private static final int OUTPUTS = 3;
    private static final int KERNEL_TIME = 5;
    private static final int STAGE = 9;
    private static final int TP_FLAG = 10;
    private static final int ELEMENTS = 3;
    private static final int ELEMENT_BYTES = 4;
    private static final int TYPE = 5;

    private final Path directory;
    private final Map<String, TraceTensor> tensors = new HashMap<>();

    TraceReader(Path directory) {
        this.directory = directory;
    }

    TrioSimTrace read() {
        for (TraceRow row : TraceRow.read(directory.resolve("tensor.csv"), "Index")) {
            // The last row of an id counts, as in the original.
            tensor(row);
        }
        Path file = directory.resolve("trace.csv");
        List<TraceOp> ops = new ArrayList<>();
        int before = -1;
        for (TraceRow row : TraceRow.read(file, "OperatorID")) {
            TraceOp op = op(row);
            if (op.id() <= before) {
                throw row.bad("OperatorID", op.id() + " after " + before + "; they must ascend");
            }
            before = op.id();
            ops.add(op);
        }
        if (ops.isEmpty()) {
            throw new TrioSimException(
                    Reason.INPUT, file + ": contains no operators", "Record a step that runs kernels.");
        }
        return new TrioSimTrace(ops);
    }

    private void tensor(TraceRow row) {
        String id = row.text(1, "TensorID");
        long elements = row.whole(ELEMENTS, "TensorNumElement");
        long size = row.whole(ELEMENT_BYTES, "TensorEachByte");
        if (elements < 0 || size < 0) {
            throw row.bad(elements < 0 ? "TensorNumElement" : "TensorEachByte", "a negative number");
        }
        if (size > 0 && elements > MOST_BYTES / size) {
            throw row.bad("TensorNumElement", elements + " elements of " + size + " bytes, more than 2^50 bytes");
        }
        boolean gradient = GRADIENTS.contains(row.text(TYPE, "TensorType"));
        tensors.put(id, new TraceTensor(id, elements * size, gradient));
    }

    private TraceOp op(TraceRow row) {
        return new TraceOp(
                id(row),
                row.text(NAME, "OperatorName"),
                named(row, INPUTS, "Operator_input"),
                named(row, OUTPUTS, "Operator_output"),
                row.decimal(KERNEL_TIME, "Operator_cudatimenooverlap") / US_PER_S,
                stage(row),
                flag(row));
    }

    private static int id(TraceRow row) {
        long id = row.whole(0, "OperatorID");
        if (id < 0 || id > Integer.MAX_VALUE) {
            throw row.bad("OperatorID", id + ", not from 0 to 2^31 - 1");
        }
        return (int) id;
    }

    private static boolean flag(TraceRow row) {
        long flag = row.whole(TP_FLAG, "tpflag");
        if (flag != 0 && flag != 1) {
            throw row.bad("tpflag", flag + ", not 0 or 1");
        }
        return flag == 1;
    }

    private static Stage stage(TraceRow row) {
        String text = row.text(STAGE, "stage");
        for (Stage stage : Stage.values()) {
            if (stage.name().toLowerCase(Locale.ROOT).equals(text)) {
                return stage;
            }
        }
        throw row.bad("stage", "'" + text + "', not forward, backward or optimizer");
    }

    private List<TraceTensor> named(TraceRow row, int column, String name) {
        List<TraceTensor> found = new ArrayList<>();
        for (String id : row.list(column, name)) {
            TraceTensor tensor = tensors.get(id);
            if (tensor == null) {
                throw row.bad(name, "tensor " + id + ", which tensor.csv does not list");
            }
            found.add(tensor);
        }
        return found;
    }
}

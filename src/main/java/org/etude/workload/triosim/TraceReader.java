package org.etude.workload.triosim;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.etude.workload.triosim.TraceOp.Stage;
import org.etude.workload.triosim.TrioSimException.Reason;

/** Reads trace.csv and tensor.csv. */
final class TraceReader {
    private static final Set<String> GRADIENTS = Set.of("grad", "grad_output");
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
        for (CsvRow row : CsvRow.read(directory.resolve("tensor.csv"))) {
            // The last row of an id holds, as in the original.
            tensor(row);
        }
        Path file = directory.resolve("trace.csv");
        List<TraceOp> ops = new ArrayList<>();
        for (CsvRow row : CsvRow.read(file)) {
            ops.add(op(row));
        }
        if (ops.isEmpty()) {
            throw new TrioSimException(
                    Reason.INPUT, file + ": there is no operator in it", "Record a step that runs kernels.");
        }
        return new TrioSimTrace(ops);
    }

    private void tensor(CsvRow row) {
        String id = row.text(1, "TensorID");
        long elements = row.whole(ELEMENTS, "TensorNumElement");
        long size = row.whole(ELEMENT_BYTES, "TensorEachByte");
        if (elements < 0 || size < 0) {
            throw row.bad(elements < 0 ? "TensorNumElement" : "TensorEachByte", "a negative number");
        }
        boolean gradient = GRADIENTS.contains(row.text(TYPE, "TensorType"));
        tensors.put(id, new TraceTensor(id, elements * size, gradient));
    }

    private TraceOp op(CsvRow row) {
        return new TraceOp(
                (int) row.whole(0, "OperatorID"),
                row.text(NAME, "OperatorName"),
                named(row, INPUTS, "Operator_input"),
                named(row, OUTPUTS, "Operator_output"),
                row.decimal(KERNEL_TIME, "Operator_cudatimenooverlap") / US_PER_S,
                stage(row),
                row.whole(TP_FLAG, "tpflag") == 1);
    }

    private static Stage stage(CsvRow row) {
        String text = row.text(STAGE, "stage");
        for (Stage stage : Stage.values()) {
            if (stage.name().toLowerCase(Locale.ROOT).equals(text)) {
                return stage;
            }
        }
        throw row.bad("stage", "'" + text + "', not forward, backward or optimizer");
    }

    private List<TraceTensor> named(CsvRow row, int column, String name) {
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

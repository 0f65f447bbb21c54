// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.memory;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.etude.trace.host.NodeReader;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.model.HostHeader;
import org.etude.trace.model.HostTrace;

/** Execution traces written by hand: nodes with ids from 1 on, tensors as storage:bytes, such as "1:400 2:80". */
final class HostSteps {
    private final List<String> nodes = new ArrayList<>();
    private final String device;

    HostSteps(String device) {
        this.device = device;
    }

    /** Adds a node below another one, 0 for none; returns its id. */
    int node(int parent, String name, String inputs, String outputs) {
        int id = nodes.size() + 1;
        nodes.add("{\"id\": " + id + ", \"name\": \"" + name + "\", \"ctrl_deps\": " + parent
                + ", \"inputs\": {\"values\": " + tensors(inputs) + "}, \"outputs\": {\"values\": " + tensors(outputs)
                + "}}");
        return id;
    }

    private String tensors(String text) {
        return IntStream.range(0, text.isBlank() ? 0 : text.split(" ").length)
                .mapToObj(k -> text.split(" ")[k].split(":"))
                .map(t -> "[9, " + t[0] + ", 0, " + t[1] + ", 1, \"" + device + "\"]")
                .collect(Collectors.joining(", ", "[", "]"));
    }

    HostTrace trace() {
        byte[] json = ("[" + String.join(", ", nodes) + "]").getBytes(StandardCharsets.UTF_8);
        JsonCursor cursor = new JsonCursor(json, 0, json.length);
        cursor.enterArray();
        NodeReader reader = new NodeReader(cursor, false);
        reader.readAll();
        return reader.build(new HostHeader("hand", "1.1.1", 1, "", -1, -1));
    }

    StepStorages storages() {
        HostTrace trace = trace();
        return StepStorages.of(trace, 0, trace.size());
    }

    /** A step of one linear layer with a momentum optimizer; a bucket is all-reduced when asked for. */
    static HostSteps training(String device, boolean reduced, boolean optimizer) {
        HostSteps step = new HostSteps(device);
        step.node(0, "Optimizer.zero_grad#SGD.zero_grad", "", "");
        int linear = step.node(0, "aten::linear", "1:80 2:400", "3:160");
        step.node(linear, "aten::addmm", "1:80 2:400", "3:160");
        step.node(0, "aten::relu", "3:160", "4:160");
        step.node(0, "aten::sum", "4:160", "5:4");
        int back = step.node(0, "autograd::engine::evaluate_function: SumBackward0", "", "");
        step.node(back, "aten::expand", "6:4", "6:160");
        int relu = step.node(0, "autograd::engine::evaluate_function: ReluBackward0", "", "");
        step.node(relu, "aten::threshold_backward", "6:160 4:160", "3:160");
        int mm = step.node(0, "autograd::engine::evaluate_function: AddmmBackward0", "", "");
        step.node(mm, "aten::mm", "3:160 1:80", "7:400");
        int own = step.node(0, "autograd::engine::evaluate_function: torch::autograd::AccumulateGrad", "", "");
        int taken = step.node(own, "torch::autograd::AccumulateGrad", "7:400", "");
        step.node(taken, "aten::detach", "7:400", "7:400");
        if (reduced) {
            step.node(own, "torch::distributed::reducer::mul_out", "7:400 8:400", "");
            step.node(own, "c10d::allreduce_", "8:400", "8:400");
        }
        if (optimizer) {
            int update = step.node(0, "Optimizer.step#SGD.step", "", "");
            step.node(update, "aten::mul_", "9:400", "9:400");
            step.node(update, "aten::add_", "9:400 7:400", "9:400");
            int add = step.node(update, "aten::add", "9:400 2:400", "10:400");
            step.node(add, "aten::empty", "", "10:400");
            step.node(update, "aten::copy_", "2:400 10:400", "2:400");
        }
        return step;
    }
}

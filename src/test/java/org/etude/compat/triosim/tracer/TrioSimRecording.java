// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.tracer;

/** A linear layer forward and backward and a step of the optimizer, in the two recordings that TrioSim's tracer reads. */
public final class TrioSimRecording {
    /** The execution graph. */
    public static final String GRAPH = """
            {"schema": "1.0.1", "nodes": [
            {"name": "thread", "id": 2, "parent": 1, "op_schema": "", "inputs": [], "outputs": []},
            {"name": "aten::linear", "id": 3, "parent": 2,
             "op_schema": "aten::linear(Tensor self, Tensor weight, Tensor? bias=None) -> Tensor",
             "inputs": [[4,5,0,6,4,"cuda:0"],[6,7,0,3,4,"cuda:0"],[8,9,0,1,4,"cuda:0"]],
             "input_shapes": [[2,3],[3],[1]], "input_types": ["Tensor(float)","Tensor(float)","Tensor(float)"],
             "outputs": [[10,11,0,2,4,"cuda:0"]], "output_shapes": [[2]], "output_types": ["Tensor(float)"]},
            {"name": "Optimizer.step#SGD.step", "id": 12, "parent": 2, "op_schema": "", "inputs": [], "outputs": []},
            {"name": "aten::_foreach_add_", "id": 13, "parent": 12,
             "op_schema": "aten::_foreach_add_(Tensor(a!)[] self, Scalar scalar) -> ()",
             "inputs": [[[6,7,0,3,4,"cuda:0"],[8,9,0,1,4,"cuda:0"]], 1],
             "input_shapes": [[[3],[1]],[]], "input_types": ["GenericList[Tensor(float),Tensor(float)]","Int"],
             "outputs": [], "output_shapes": [], "output_types": []},
            {"name": "autograd thread", "id": 20, "parent": 1, "op_schema": "", "inputs": [], "outputs": []},
            {"name": "autograd::engine::evaluate_function: Addmm", "id": 21, "parent": 20, "inputs": [], "outputs": []},
            {"name": "Addmm", "id": 22, "parent": 21, "op_schema": "", "inputs": [], "outputs": []},
            {"name": "aten::mm", "id": 23, "parent": 22, "op_schema": "aten::mm(Tensor self, Tensor mat2) -> Tensor",
             "inputs": [[10,11,0,2,4,"cuda:0"],[6,7,0,3,4,"cuda:0"]], "input_shapes": [[2],[3]],
             "input_types": ["Tensor(float)","Tensor(float)"],
             "outputs": [[30,31,0,6,4,"cuda:0"]], "output_shapes": [[2,3]], "output_types": ["Tensor(float)"]}
            ]}
            """;

    /** What the profiler wrote. */
    public static final String PROFILE = """
            {"traceEvents": [
            {"ph":"X","cat":"cpu_op","name":"aten::addmm","ts":110,"dur":50,"args":{}},
            {"ph":"X","cat":"cpu_op","name":"aten::linear","ts":100,"dur":100,"args":{"Sequence number":7}},
            {"ph":"X","cat":"cpu_op","name":"aten::t","ts":170,"dur":10,"args":{}},
            {"ph":"X","cat":"cpu_op","name":"aten::_foreach_add_","ts":500,"dur":50,"args":{}},
            {"ph":"X","cat":"cpu_op","name":"autograd::engine::evaluate_function: Addmm","ts":300,"dur":100,
             "args":{"Sequence number":7}},
            {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","ts":120,"dur":5,"args":{"correlation":1}},
            {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernelExC","ts":130,"dur":5,"args":{"correlation":2}},
            {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","ts":320,"dur":5,"args":{"correlation":3}},
            {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","ts":520,"dur":5,"args":{"correlation":4}},
            {"ph":"X","cat":"kernel","name":"k","ts":200,"dur":30,"args":{"correlation":1}},
            {"ph":"X","cat":"kernel","name":"k","ts":240,"dur":20,"args":{"correlation":2}},
            {"ph":"X","cat":"kernel","name":"k","ts":400,"dur":80,"args":{"correlation":3}},
            {"ph":"X","cat":"kernel","name":"k","ts":600,"dur":5,"args":{"correlation":4}},
            {"ph":"i","name":"Iteration Start: PyTorch Profiler","ts":50}
            ]}
            """;

    private TrioSimRecording() {}
}

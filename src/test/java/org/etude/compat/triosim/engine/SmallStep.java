// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.etude.compat.triosim.engine.TrioSimSettings.Batch;
import org.etude.compat.triosim.engine.TrioSimSettings.Grid;
import org.etude.compat.triosim.engine.TrioSimSettings.Interconnect;
import org.etude.compat.triosim.engine.TrioSimSettings.Mode;

/**
 * A step of six operators and 8 ms. Times and sizes are round, so that results can be computed by hand: 1 MB takes 1
 * ms at 1 GB/s. Parameter: tensor 2 with 2 MB.
 */
public final class SmallStep {
    public static final String OPS = """
            OperatorID,OperatorName,Operator_input,Operator_output,Operator_cudatime,Operator_cudatimenooverlap,InputSize,OutputSize,gpuid,stage,tpflag
            1,aten::linear,[1; 2],[3],1001,1000,[1; 2],[4],0,forward,1
            2,aten::relu,[3],['4'],2001,2000,[4],[4],0,forward,0
            4,autograd::a,[4; 2],[5],3001,3000,[4; 2],[2],0,backward,1
            5,autograd::b,[5; 6],[7],1001,1000,[2; 1],[1],0,backward,0
            7,aten::_foreach_lerp_,[8],[8],501,500,[2],[2],0,optimizer,0
            8,aten::_foreach_addcdiv_,[2; 8],[],501,500,[2; 2],[],0,optimizer,0
            """;

    public static final String TENSORS = """
            Index,TensorID,TensorShape,TensorNumElement,TensorEachByte,TensorType,TensorStorgeid,gpuid
            0,1,"[250, 1000]",250000,4,input,1,0
            1,2,[7],7,4,weight,2,0
            2,2,"[500, 1000]",500000,4,weight,2,0
            3,3,[1],1000000,4,output,3,0
            4,4,[1],1000000,4,output,4,0
            5,5,[1],1000000,2,output,5,0
            6,6,[1],1000000,1,grad,6,0
            7,7,[1],1000000,1,output,7,0
            8,8,[1],500000,4,other,8,0
            """;

    /** So fast that nothing waits for the remote memory. */
    private static final double FAST = 1e6;

    private SmallStep() {}

    /** Writes the step's files. */
    public static Path write(Path directory) {
        return write(directory, OPS, TENSORS);
    }

    public static Path write(Path directory, String ops, String tensors) {
        try {
            Files.createDirectories(directory);
            Files.writeString(directory.resolve("trace.csv"), ops);
            Files.writeString(directory.resolve("tensor.csv"), tensors);
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static TrioSimSettings settings(TrioSimParallelism kind, int gpus, double ring, boolean compat) {
        return new TrioSimSettings(
                kind,
                gpus,
                new Batch(2, 2, 2),
                new Interconnect(FAST, ring, Optional.empty()),
                40,
                compat ? Mode.COMPAT : Mode.REDUCED);
    }

    public static TrioSimSettings batch(TrioSimSettings of, int simulated, int micro) {
        return new TrioSimSettings(
                of.parallelism(),
                of.gpus(),
                new Batch(2, simulated, micro),
                of.interconnect(),
                of.capacityBits(),
                of.mode());
    }

    public static TrioSimSettings optical(TrioSimSettings of, int rows, int columns) {
        Interconnect links = new Interconnect(FAST, 1, Optional.of(new Grid(rows, columns)));
        return new TrioSimSettings(of.parallelism(), of.gpus(), of.batch(), links, of.capacityBits(), of.mode());
    }

    public static TrioSimSettings mode(TrioSimSettings of, Mode mode) {
        return new TrioSimSettings(of.parallelism(), of.gpus(), of.batch(), of.interconnect(), of.capacityBits(), mode);
    }

    public static TrioSimSettings capacity(TrioSimSettings of, int bits) {
        return new TrioSimSettings(of.parallelism(), of.gpus(), of.batch(), of.interconnect(), bits, of.mode());
    }
}

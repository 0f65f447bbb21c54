// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.etude.cli.base.ExitCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot have an effect is wrong usage: never a result that looks as if it had been considered. */
class RefusedOptionsTest {
    @TempDir
    private Path dir;

    @BeforeEach
    void write() throws Exception {
        SmallEts.write(dir, 2);
        Files.writeString(dir.resolve("t.csv"), "name,a,b\nx,1,2\ny,3,4\n");
    }

    private TestShell run(String line) {
        return TestShell.run(Arrays.stream(line.split(" "))
                .map(word -> word.equals("''") ? "" : word.replace("@", dir.toString()))
                .toArray());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "plot compare @/t.csv --x name -o @/f.svg            | compare takes --label and --values together",
                "plot compare @/t.csv --y a -o @/f.svg               | compare takes --label and --values together",
                "plot compare @/t.csv --x name --y a --series b -o @/f.svg | --series is for scaling",
                "plot scaling @/t.csv --x a --y a,b -o @/f.svg       | scaling draws one column of --values, not 2",
                "plot compare @/w --x name --y a -o @/f.svg          | choose columns of a table",
                "plot topology ring:4 --values a -o @/f.svg          | choose columns of a table",
                "plot overlap @/w --ranks 0 -o @/f.svg               | --from, --to and --ranks are for timeline",
                "plot links @/w --from 1ms -o @/f.svg                | --from, --to and --ranks are for timeline",
                "demo nothing                                        | there is no recording 'nothing'; take one of cnn-1-h200,",
                "simulate @/w --packet-config foo                    | --packet-config: configs/packets has no",
                "plan --model foo --gpus 8 --gpu H100                | there is no model 'foo'",
                "plan --model llama_7B --gpus 8 --gpu foo            | unknown GPU 'foo'",
                "plan --model llama_7B --gpus 8                      | no GPU is given",
                "plan --model llama_7B --gpus 8 --gpu H100 --best 0  | --best is 0; give 1 or more",
                "plan --model llama_7B --gpus 8 --gpu H100 --reserve 1 | --reserve is 1.0; give a fraction from 0 to below 1",
                "plan --model llama_7B --gpus 8 --gpu H100 --dtype bfloat16,foo | unknown element type 'foo'",
                "plan --model llama_7B --gpus 8 --gpu H100 --tensor_model_parallel_size x | --tensor_model_parallel_size is 'x'",
                "plan --model llama_7B --gpus 8 --gpu H100 --nic foo | --nic: not a bandwidth: 'foo'",
                "workload inference DeepSeek-671B @/t.csv --phase foo | --phase is 'foo'",
                "workload inference foo @/t.csv                      | there is no inference model 'foo'",
                "kernels data/cnn-2 --step first                     | --step: 'first' is not a whole number",
                "workload models foo                                 | Unexpected argument: 'foo'",
                "astra-sim                                           | --workload-configuration is missing",
                "astra-sim --rendezvous-protocol=foo                 | --rendezvous-protocol is 'foo'; give true or false",
                "astra-sim --num-queues-per-dim=0                    | num-queues-per-dim is 0",
                "astra-sim --injection-scale=nan                     | --injection-scale",
                "workload et --model_name foo --out @/x              | there is no model 'foo'",
                "workload et --model_name gpt_7B --dtype foo --out @/x | unknown element type 'foo'",
                "workload et --model_name gpt_7B --frame foo --out @/x | there is no framework 'foo'",
                "workload et --model_name gpt_7B --seq_length -1 --out @/x | --seq_length is -1",
                "workload et --model_name gpt_7B --vocab_size foo --out @/x | --vocab_size is 'foo', not a whole number",
                "workload simai --model_name gpt_7B --gpu_type foo --world_size 4 --out @ | unknown GPU 'foo'",
                "plan --model llama_7B --gpus 8 --gpu H100 --schedule foo | there is no pipeline schedule 'foo'",
                "plan --model llama_7B --gpus 8 --gpu H100 --seq_length 0 | --seq_length is 0",
                "plan --model llama_7B --gpus 8 --gpu H100 --seq_length 99999999999 | --seq_length is 99999999999",
                "plan --model llama_7B --gpus 8 --gpu H100 --recompute_granularity none,foo | Give none, selective, op or full.",
                "plan --model llama_7B --gpus 8 --gpu H100 --cp_comm_type foo | Give p2p, a2a or all_gather.",
                "plan --model llama_7B --gpus 8 --gpu H100 --attention_kernel foo | unknown attention kernel 'foo'",
                "plan --model llama_7B --gpus 8 --gpu H100 --peak-tflops foo | --peak-tflops is 'foo'",
                "plan --model llama_7B --gpus 8 --gpu H100 --context-parallel-size 0 | --context-parallel-size is 0",
                "plan --model llama_7B --gpus 8 --gpu H100 --model_name gpt_7B | --model_name has no effect with --model",
                "plan --model llama_7B --gpus 8 --gpu H100 --comp_filepath t | --comp_filepath has no effect without --aiob_enable",
                "workload csv --model_name gpt_7B --out @/x --schedule foo | there is no pipeline schedule 'foo'",
                "workload csv --model_name gpt_7B --out @/x --recompute_method foo | Give uniform or block.",
                "workload csv --model_name gpt_7B --out @/x --lora_target_modules linear_fc1,foo | Give some of linear_qkv, linear_proj,",
                "workload csv --model_name gpt_7B --out @/x --efficiency 2 | --efficiency is '2'",
                "workload csv --model_name gpt_7B --out @/x --moe_load_factor foo | --moe_load_factor is 'foo'",
                "workload csv --model_name gpt_7B --out @/x --host_us NaN | --host_us is 'NaN'",
                "workload csv --model_name gpt_7B --out @/x --virtual_stages 0 | --virtual_stages is 0",
                "workload simai --model_name gpt_7B --aiob_enable --out @ | --aiob_enable has no effect without --comp_filepath",
                "workload et --text @/t.csv --num_layers 2 --out @/x | --num_layers has no effect with --text",
                "workload et --text @/t.csv --schedule foo --out @/x | there is no pipeline schedule 'foo'",
                "topology simai -bw foo --out @ | -bw (rate from a NIC to its top-of-rack switch) is",
                "topology simai -er 2 --out @ | is '2', not a share",
                "topology simai -g 0 --out @ | -g (GPUs in all) is 0",
                "parallelize @/none --tp 2 --gpu foo | --gpu: unknown GPU 'foo'",
                "parallelize @/none --tp 2 --machine foo | --machine has no effect without --gpu",
                "sweep @/w --topology ring:2 --together foo --no-cache | there is no placement 'foo'",
                "kernels @ --name '' | --name is empty; is a variable of the shell unset?",
                "run @/none --calibration '' | --calibration is empty; is a variable",
                "simai-analytical -w @/none -g 0 -nv 360 | -g is 0; give 1 or more",
                "simai-analytical -w @/none -g 8 -nv NaN | -nv is NaN; give a bandwidth above 0 in GB/s",
                "simai-analytical -w @/none -g 8 -nv 360 -dp_o 2 | -dp_o is 2.0; give a share from 0 to 1",
                "simai-analytical -w @/none -g 8 | the bus bandwidth inside a server is not given",
                "simai-simulator -w @/none -n @/none --nccl-algo foo | --nccl-algo: 'foo' is none of",
                "simai-simulator -w @/none -n @/none --send-latency -1 | --send-latency is -1.0; give 0 or more",
                "triosim -trace-dir @/none -batch-size 0 | a batch size is not positive: 0 (recorded), 0 (simulated), 0 (micro)",
                "triosim -trace-dir @/none -case 7 | case 7 is not known",
                "chakra-timeline --input_filename @/none --output_filename @/o --num_npus 0 --npu_frequency 1 | --num_npus is 0; give 1 or more",
                "chakra-trace-link --rank 0 --chakra-host-trace a --chakra-device-trace b --output-file c --log-level foo | --log-level is 'foo'; give one of notset",
                "simulate @/w --exposed=0                            | --exposed is 0; give 1 or more",
                "simulate @/w --exposed=-3                           | --exposed is -3; give 1 or more",
                "topology fattree:4x2 --ports -1                     | --ports is -1; give 1 or more",
                "simulate @/none -n 0                                | -n is 0; give 1 or more",
                "simulate @/none --error-rate 0.1,NaN                | --error-rate is NaN; give a share from 0 to 1",
                "topology auto:1d --ranks -4                         | --ranks is -4; give 1 or more",
                "sweep @/w --topology ring:2 --ranks 2,0 --no-cache  | --ranks is 0; give 1 or more",
                "parallelize data/gpt-1-h200 --chunks 0              | --chunks is 0; give 1 or more",
                "scale @/w -n 4 --straggler 1                        | --straggler: '1' is not of the form RANK=F",
                "run ''                                              | PATH is empty; is a variable of the shell unset?",
                "simulate ''                                         | PREFIX is empty; is a variable",
                "kernels @ ''                                        | PATH is empty; is a variable",
                "simulate @/w --out ''                               | --out is empty; is a variable of the shell unset?",
                "topology ''                                         | SHAPE: no network is named; is a variable",
                "simulate @/w --topology ''                          | --topology: no network is named; is a variable",
                "merge ''                                            | is empty; is a variable of the shell unset?"
            })
    void saysWhichOptionAndWhatItTakes(String line, String message) {
        TestShell shell = run(line).exits(ExitCode.USAGE);
        assertThat(shell.err()).startsWith("etude: ").contains(message).contains("  Try 'etude " + line.split(" ")[0]);
        assertThat(shell.out()).isEmpty();
        assertThat(dir.resolve("f.svg")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "calibrate @/none --ranks 4                          | --ranks has no effect without --timings",
                "calibrate @/none --type all_gather                  | --type has no effect without --timings",
                "calibrate @/none --in-place                         | --in-place has no effect without --timings",
                "calibrate @/none --algorithm direct                 | --algorithm has no effect without --fit or --timings",
                "calibrate @/none --tag x                            | --tag has no effect without --append",
                "calibrate @/none --fit --seed 3                     | --seed has no effect without --hold-out",
                "calibrate @/none --fit --topology ring:2            | --topology has no effect next to --fit",
                "calibrate --timings @/t.csv --splits 2              | --splits has no effect next to --timings",
                "scale @/none --buckets 3                            | --buckets has no effect without --add-ddp",
                "scale @/none --gradient-bytes 4                     | --gradient-bytes has no effect without --add-ddp",
                "scale @/none --add-ddp 1e6 --bucket 1MB --buckets 3 | --bucket has no effect next to --buckets",
                "scale @/none --comm-size 1GB                        | --comm-size has no effect without --replace-comm",
                "scale @/none --seed 3                               | --seed has no effect without --jitter or --stragglers",
                "scale @/none --sizes wire                           | --sizes has no effect without -n",
                "simulate @/none --comm-scale auto                   | --comm-scale has no effect as 'auto' without -n",
                "run @/none -n 4 --comm-scale auto --sizes recorded  | --sizes has no effect next to --comm-scale auto",
                "run @/none --force                                  | --force has no effect without --out",
                "run @/none --prefix x                               | --prefix has no effect without --out",
                "run @/none --average-kernel 5us --force-avg-kernel-ns 5 | --average-kernel has no effect next to",
                "run @/none --fidelity recorded --topology ring:2    | --topology has no effect next to --fidelity recorded",
                "run @/none --fidelity recorded --latency 5us        | --latency has no effect next to --fidelity recorded",
                "run @/none --fidelity recorded --splits 2           | --splits has no effect next to --fidelity recorded",
                "simulate @/none --messages                          | --messages has no effect without --out",
                "simulate @/none --fidelity aware --out @/o --port-series | --port-series has no effect unless packets",
                "simulate @/none --checkpoint-every 1m               | --checkpoint-every has no effect without --checkpoint",
                "simulate @/none --rows 3 --format csv               | --rows has no effect on --format csv",
                "kernels @/none --size double                        | --size has no effect without --figure",
                "kernels @/none --shards 4                           | --shards has no effect without --print",
                "kernels @/none --first-task 4                       | --first-task has no effect without --shard auto",
                "kernels @/none --out @/k --shard 0/2 --shards 2     | --shards has no effect next to --shard 0/2",
                "kernels @/none --out @/k --shards 2 --shard auto --print slurm | --shard has no effect next to --print",
                "topology torus:4x4 --ranks 8                        | --ranks has no effect on torus:4x4",
                "sweep @/none --topology ring:2 --cache @/c --no-cache | --cache has no effect next to --no-cache",
                "parallelize @/none --schedule 1f1b                  | --schedule has no effect on a single stage",
                "plot topology ring:4 --bandwidth 3Gbps -o @/f.svg   | --bandwidth has no effect on the figure of a topology",
                "plot topology ring:4 --step 3 -o @/f.svg            | --step has no effect on the figure of a topology",
                "plot overlap @/t.csv --splits 3 -o @/f.svg          | --splits has no effect on a figure of a table"
            })
    void anOptionWithoutEffectIsRefusedBeforeAnythingIsRead(String line, String message) {
        TestShell shell = run(line).exits(ExitCode.USAGE);
        assertThat(shell.err()).startsWith("etude: " + message).contains("  Try 'etude " + line.split(" ")[0]);
        assertThat(shell.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"run @/none --out @/t.csv", "kernels @/none --out @/t.csv", "simulate @/none --out /dev/null"})
    void aDirectoryOfTablesIsNotAFile(String line) {
        String place = line.substring(line.lastIndexOf(' ') + 1).replace("@", dir.toString());
        assertThat(run(line).exits(ExitCode.FAILED).err())
                .startsWith("etude: " + place)
                .contains("a file of that name is in the way");
        assertThat(dir.resolve("t.csv")).hasContent("name,a,b\nx,1,2\ny,3,4\n");
    }

    @Test
    void whatIsSimulatedForAFigureTakesOptionsOfSimulations() {
        TestShell recorded = TestShell.run("plot", "overlap", "data/cnn-2", "--splits", "2", "-o", dir + "/f.svg");
        assertThat(recorded.exits(ExitCode.USAGE).err())
                .startsWith("etude: --splits has no effect on a figure of recordings without --simulated");
        assertThat(TestShell.run("plot", "kernels", "data/cnn-2", "--splits", "2", "-o", dir + "/f.svg")
                        .exits(ExitCode.USAGE)
                        .err())
                .startsWith("etude: --splits has no effect on a figure of recordings\n");
        run("plot overlap @/w --splits 2 -o @/f.svg").exits(ExitCode.OK);
        assertThat(run("plot overlap @/w --step 2 -o @/f.svg")
                        .exits(ExitCode.USAGE)
                        .err())
                .startsWith("etude: --step has no effect on runs and ETs");
    }

    @Test
    void theColumnsThatWereChosenAreDrawn() throws Exception {
        run("plot compare @/t.csv --label name --values b -o @/f.svg").exits(ExitCode.OK);
        assertThat(Files.readString(dir.resolve("f.svg"))).contains(">x</text>").contains(">y</text>");
        run("plot scaling @/t.csv --x a --y b -o @/g.svg --format csv").exits(ExitCode.OK);
        assertThat(run("topology fattree:4x2 --ports 4").exits(ExitCode.OK).out())
                .contains("fattree:4x2");
        assertThat(run("simulate @/w --exposed=1 --format csv")
                        .exits(ExitCode.OK)
                        .out())
                .contains("# exposed_comm\n");
    }
}

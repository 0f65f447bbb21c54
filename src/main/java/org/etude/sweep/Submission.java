// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.etude.report.ShellWord;

/**
 * Files that submit a command as a job array: each task runs it with {@code --shard auto}, and the results are merged
 * afterwards. Nothing is submitted here.
 */
public enum Submission {
    /** A batch script for {@code sbatch}. */
    SLURM {
        @Override
        public String text(List<String> command, int shards, String out) {
            return String.format(
                    Locale.ROOT,
                    """
                    #!/bin/bash
                    #SBATCH --job-name=etude
                    #SBATCH --array=0-%s
                    #SBATCH --cpus-per-task=4
                    #SBATCH --requeue
                    # Submit: job=$(sbatch --parsable FILE) && sbatch --dependency=afterok:$job --wrap %s
                    # Failed tasks alone: sbatch --array=3,7 FILE
                    exec %s --shard auto --shards %s
                    """,
                    shards - 1,
                    ShellWord.of("etude merge " + ShellWord.of(out)),
                    line(command),
                    shards);
        }
    },
    /** An indexed job for {@code kubectl create -f}. */
    KUBERNETES {
        @Override
        public String text(List<String> command, int shards, String out) {
            String args = command.stream()
                    .skip(1)
                    .map(Submission::json)
                    .collect(Collectors.joining(
                            ", ", "[", ", \"--shard\", \"auto\", \"--shards\", \"" + shards + "\"]"));
            return String.format(Locale.ROOT, """
                    # The claim must hold the inputs and be writable by all pods, under the same paths as here.
                    # When the job is complete: etude merge %s
                    apiVersion: batch/v1
                    kind: Job
                    metadata:
                      generateName: etude-
                    spec:
                      completionMode: Indexed
                      completions: %s
                      parallelism: %s
                      backoffLimitPerIndex: 3
                      template:
                        spec:
                          restartPolicy: Never
                          containers:
                            - name: etude
                              image: etude
                              command: ["etude"]
                              args: %s
                              workingDir: /work
                              resources:
                                requests: {cpu: "4", memory: 8Gi}
                              volumeMounts:
                                - {name: work, mountPath: /work}
                          volumes:
                            - name: work
                              persistentVolumeClaim: {claimName: etude}
                    """, ShellWord.of(out), shards, shards, args);
        }
    },
    /** A pipeline for {@code nextflow run}. */
    NEXTFLOW {
        @Override
        public String text(List<String> command, int shards, String out) {
            return String.format(
                    Locale.ROOT, """
                    // Run: nextflow run FILE -resume (with --cpus N for other than 4 cores per task)
                    params.cpus = 4

                    process shard {
                        errorStrategy 'retry'
                        maxRetries 3
                        cpus params.cpus
                        input: val index
                        output: val index
                        script:
                        \"""
                        cd '${launchDir}' && %s --shard ${index}/%s
                        \"""
                    }

                    process mergeShards {
                        input: val done
                        script:
                        \"""
                        cd '${launchDir}' && etude merge %s
                        \"""
                    }

                    workflow {
                        Channel.of(0..%s) | shard | collect | mergeShards
                    }
                    """, escaped(line(command)), shards, escaped(ShellWord.of(out)), shards - 1);
        }
    };

    /**
     * The file.
     *
     * @param command the program and its arguments, without the shard options
     * @param shards number of tasks
     * @param out the directory that all tasks write to
     */
    public abstract String text(List<String> command, int shards, String out);

    /** The kind with this name. */
    public static Submission of(String name) {
        for (Submission kind : values()) {
            if (kind.toString().equals(name.toLowerCase(Locale.ROOT))) {
                return kind;
            }
        }
        throw new IllegalArgumentException("'" + name + "' is not slurm, kubernetes or nextflow");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static String line(List<String> command) {
        return command.stream().map(ShellWord::of).collect(Collectors.joining(" "));
    }

    private static String json(String word) {
        return '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** Escapes text for a Groovy string with variable substitution. */
    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("$", "\\$");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

class SubmissionTest {
    private static final List<String> COMMAND =
            List.of("etude", "sweep", "a b/w", "--links", "10%:0.5", "--out", "it's \"$x\"");

    @TempDir
    private Path dir;

    /** What each of some shards is started with, which finds its own number. */
    private static List<String> arguments(int shards) {
        List<String> arguments = new ArrayList<>(COMMAND.subList(1, COMMAND.size()));
        arguments.addAll(List.of("--shard", "auto", "--shards", Integer.toString(shards)));
        return arguments;
    }

    /** The script runs a program called etude, which prints what it was given. */
    @Test
    void aShellPassesEveryWordOfTheSlurmScript() throws Exception {
        Path script = Files.writeString(dir.resolve("job.sh"), Submission.SLURM.text(COMMAND, 8, "it's \"$x\""));
        assertThat(script).content().startsWith("#!/bin/bash\n").contains("#SBATCH --array=0-7\n");
        Path etude = Files.writeString(dir.resolve("etude"), "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        assertThat(etude.toFile().setExecutable(true)).isTrue();
        ProcessBuilder shell = new ProcessBuilder("sh", script.toString());
        shell.environment().put("PATH", dir + ":" + System.getenv("PATH"));
        String said = new String(shell.start().getInputStream().readAllBytes());
        assertThat(said.lines()).containsExactlyElementsOf(arguments(8));
    }

    @Test
    void kubernetesGetsAnIndexedJob() {
        Map<String, Object> job = new Yaml().load(Submission.KUBERNETES.text(COMMAND, 5, "x"));
        Map<?, ?> spec = (Map<?, ?>) job.get("spec");
        assertThat(spec.get("completionMode")).isEqualTo("Indexed");
        assertThat(spec.get("completions")).isEqualTo(5);
        Map<?, ?> pod = (Map<?, ?>) ((Map<?, ?>) spec.get("template")).get("spec");
        Map<?, ?> container = (Map<?, ?>) ((List<?>) pod.get("containers")).get(0);
        assertThat(container.get("args")).isEqualTo(arguments(5));
    }

    @Test
    void nextflowTakesItsIndexAndNoVariableOfTheUsers() {
        assertThat(Submission.NEXTFLOW.text(COMMAND, 5, "x"))
                .contains("--out 'it'\\\\''s \"\\$x\"' --shard ${index}/5")
                .contains("Channel.of(0..4) | shard | collect | mergeShards");
    }

    /** Tasks of one job meet in the same directories, and schedulers read ASCII digits, whatever the language of a node. */
    @Test
    void arabicNodesWriteTheSameNumbers() {
        List<String> expected = numbers();
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            assertThat(numbers()).isEqualTo(expected);
        } finally {
            Locale.setDefault(before);
        }
        assertThat(expected.get(0)).isEqualTo("out/shard-00012-of-00345");
    }

    private static List<String> numbers() {
        List<String> texts = new ArrayList<>();
        texts.add(ShardRecord.directory(Path.of("out"), new Shard(12, 345))
                .toString()
                .replace('\\', '/'));
        for (Submission kind : Submission.values()) {
            texts.add(kind.text(COMMAND, 345, "x"));
        }
        return texts;
    }

    @Test
    void otherKindsAreRefused() {
        assertThat(Submission.of("Slurm")).isEqualTo(Submission.SLURM);
        assertThatThrownBy(() -> Submission.of("cron")).hasMessage("'cron' is not slurm, kubernetes or nextflow");
    }
}

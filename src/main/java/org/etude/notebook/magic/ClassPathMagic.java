// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.magic;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.notebook.eval.CellResult;

/** The magic %classpath: adds jars. */
final class ClassPathMagic implements Magic {
    @Override
    public String name() {
        return "classpath";
    }

    @Override
    public String usage() {
        return "%classpath JAR|DIRECTORY|DIRECTORY/*.jar ...";
    }

    @Override
    public String summary() {
        return "adds jars or directories of classes for this and later cells; variables stay";
    }

    @Override
    public boolean takesFiles() {
        return true;
    }

    @Override
    public CellResult run(MagicCall call) {
        return call.cell().call(() -> {
            List<String> words = call.words();
            if (words.isEmpty()) {
                throw new MagicException("%classpath: nothing to add", "Write " + usage());
            }
            for (String word : words) {
                for (Path path : expand(word)) {
                    call.evaluator().addToClassPath(path);
                    System.out.println("added " + path);
                }
            }
            return null;
        });
    }

    private static List<Path> expand(String word) throws IOException {
        int star = word.indexOf('*');
        if (star < 0) {
            Path path = Path.of(word);
            if (!Files.exists(path)) {
                throw new MagicException(
                        "%classpath: " + word + " does not exist", "Give a jar or a directory, relative to " + here());
            }
            return List.of(path);
        }
        Path directory = Path.of(word.substring(0, Math.max(0, word.lastIndexOf('/', star))));
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> jars =
                Files.newDirectoryStream(directory, word.substring(word.lastIndexOf('/', star) + 1))) {
            jars.forEach(found::add);
        }
        if (found.isEmpty()) {
            throw new MagicException("%classpath: nothing matches " + word, "The path is relative to " + here());
        }
        found.sort(null);
        return found;
    }

    private static Path here() {
        return Path.of("").toAbsolutePath();
    }
}

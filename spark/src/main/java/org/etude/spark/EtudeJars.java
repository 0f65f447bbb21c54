// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.SparkContext;
import org.etude.cluster.ClusterEngine;
import org.etude.cluster.ClusterException;

/** The jars that executors need: Etude, its Spark module, and libraries that tasks use and Spark lacks. */
final class EtudeJars {
    /** One class per library. */
    private static final List<String> LIBRARIES = List.of(
            "com.fasterxml.jackson.annotation.JsonProperty",
            "com.fasterxml.jackson.core.JsonFactory",
            "com.fasterxml.jackson.databind.ObjectMapper",
            "com.fasterxml.jackson.dataformat.yaml.YAMLFactory",
            "com.google.protobuf.CodedInputStream",
            "de.siegmar.fastcsv.reader.CsvReader",
            "it.unimi.dsi.fastutil.ints.IntArrayList",
            "org.hipparchus.util.FastMath",
            "org.yaml.snakeyaml.Yaml",
            "tech.tablesaw.api.Table");

    private EtudeJars() {}

    /**
     * The jars, Etude's first.
     *
     * @throws ClusterException when Etude runs from a directory of classes
     */
    static List<Path> all() {
        Set<Path> jars = new LinkedHashSet<>();
        for (Class<?> ours : List.of(ClusterEngine.class, EtudeJars.class)) {
            Path place = place(ours);
            if (!Files.isRegularFile(place)) {
                throw new ClusterException(
                        place + ": is a directory of classes, and executors take jars only",
                        "Run from target/etude.jar, as ./etude does.");
            }
            jars.add(place);
        }
        Path spark = place(SparkContext.class).getParent();
        for (String library : LIBRARIES) {
            Path jar = place(library);
            if (jar != null && !jar.getParent().equals(spark)) {
                jars.add(jar);
            }
        }
        return List.copyOf(jars);
    }

    /**
     * Checks that Spark can start the workers of a local cluster from the directory above its jars, which the
     * environment must name.
     *
     * @throws ClusterException when it does not; Spark would start no executor and not log why
     */
    static void requireSparkHome() {
        String stated = System.getenv("SPARK_HOME");
        if (stated == null || !Files.isDirectory(Path.of(stated, "jars"))) {
            throw new ClusterException(
                    "local-cluster: Spark starts its workers from the jars in $SPARK_HOME/jars, and SPARK_HOME "
                            + (stated == null ? "is not set" : "is " + stated + ", which has no directory jars"),
                    "Set it before this process starts, to an installation of Spark or to spark/target/dist of Etude's directory"
                            + " (the launcher etude does): docs/spark.md.");
        }
    }

    private static Path place(String type) {
        try {
            return place(Class.forName(type, false, EtudeJars.class.getClassLoader()));
        } catch (ClassNotFoundException e) {
            return null; // a library of an older or newer Etude; a task that needs it will report this
        }
    }

    private static Path place(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        try {
            return Path.of(source.getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(source.toString(), e);
        }
    }
}

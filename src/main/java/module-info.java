// SPDX-License-Identifier: Apache-2.0
/**
 * Study distributed deep-learning training from real traces: load, link, convert, repair, simulate.
 *
 * <p>{@link org.etude} is the door; options are in {@link org.etude.spec}, quantities in {@link org.etude.unit}, findings and
 * errors in {@link org.etude.report}, files of tables in {@link org.etude.table}. The other exported packages hold values that
 * a public method of these takes or returns, and errors that it throws; {@code PublicApiTest} checks that they are exported and
 * that no other package is. Members marked {@link org.etude.report.Internal} are for Etude's own packages.
 * The notebook and the command line run on the class path, so what only they need is optional.
 */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module org.etude {
    // The door.
    exports org.etude;
    exports org.etude.logs;
    exports org.etude.report;
    exports org.etude.spec;
    exports org.etude.spec.network;
    exports org.etude.table;
    exports org.etude.unit;

    // Values that their methods return, and errors that they throw.
    exports org.etude.analysis;
    exports org.etude.cluster;
    exports org.etude.compat.simai.cluster;
    exports org.etude.compat.triosim.engine;
    exports org.etude.et.graph;
    exports org.etude.sim.result;

    // Figures.
    exports org.etude.plot.figure;
    exports org.etude.plot.model;

    // Jackson fills records of these, picocli fields.
    opens org.etude.sweep to
            com.fasterxml.jackson.databind;
    opens org.etude.topology.text to
            com.fasterxml.jackson.databind;
    opens org.etude.cli to
            info.picocli;
    opens org.etude.cli.base to
            info.picocli;
    opens org.etude.cli.command to
            info.picocli;
    opens org.etude.cli.notebook to
            info.picocli;
    opens org.etude.cli.option to
            info.picocli;
    opens org.etude.compat.astra.command to
            info.picocli;
    opens org.etude.compat.chakra.command to
            info.picocli;
    opens org.etude.compat.msccl.command to
            info.picocli;
    opens org.etude.compat.simai.command to
            info.picocli;
    opens org.etude.compat.triosim.command to
            info.picocli;

    requires transitive tablesaw.core;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.databind;
    requires com.fasterxml.jackson.dataformat.yaml;
    requires com.google.protobuf;
    requires de.siegmar.fastcsv;
    requires hipparchus.core;
    requires it.unimi.dsi.fastutil;
    requires java.desktop;
    requires java.management;
    requires java.sql;
    requires jdk.management;
    // ReflectionFactory, by name: it makes the objects of a checkpoint.
    requires jdk.unsupported;
    requires org.yaml.snakeyaml;

    // Needed by Tablesaw, which is not a module and cannot declare it.
    requires commons.math3;
    requires io.github.classgraph;
    requires org.slf4j;
    requires roaringbitmap;
    requires univocity.parsers;

    // Figures.
    requires static org.apache.commons.logging;
    requires static org.apache.fontbox;
    requires static org.apache.pdfbox;
    requires static org.apache.pdfbox.io;

    // The command line and the notebook.
    requires static com.google.gson;
    requires static eu.maveniverse.maven.mima.context;
    requires static info.picocli;
    requires static java.compiler;
    requires static java.instrument;
    requires static jdk.attach;
    requires static jdk.compiler;
    requires static jdk.jshell;
    requires static jupyter.jvm.basekernel;
    requires static org.apache.maven.resolver;
    requires static org.apache.maven.resolver.util;
    requires static org.commonmark;
    requires static org.commonmark.ext.gfm.tables;
    requires static org.objectweb.asm;
    requires static org.xerial.sqlitejdbc;
    requires static org.zeromq.jeromq;
    requires static tablesaw.jsplot;

    uses org.etude.cluster.ClusterProvider;
    uses org.etude.notebook.eval.CellLanguage;
    uses org.etude.notebook.eval.ValueRenderer;

    provides org.etude.notebook.eval.CellLanguage with
            org.etude.notebook.magic.Magics;
    provides org.etude.notebook.eval.ValueRenderer with
            org.etude.notebook.display.Displays;
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.io.IOException;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Replaces the code of loaded classes in place, as a debugger does: objects, static fields and running threads are
 * unaffected. The JVM allows it while fields, methods and supertypes stay the same. The required agent is loaded when a
 * cell first changes code: in 20 ms where the JVM may attach to itself ({@code -Djdk.attach.allowAttachSelf=true},
 * which the installed kernel sets), otherwise in half a second.
 */
final class HotSwap {
    private static final long PATIENCE_SECONDS = 20;

    private Optional<Instrumentation> instrumentation = Optional.empty();
    private boolean tried;

    /**
     * Replaces code.
     *
     * @return whether the classes now have the new code; otherwise they are unchanged
     */
    boolean redefine(List<ClassDefinition> classes) {
        Optional<Instrumentation> jvm = instrumentation();
        if (jvm.isEmpty()) {
            return false;
        }
        try {
            jvm.get().redefineClasses(classes.toArray(ClassDefinition[]::new));
            return true;
        } catch (UnsupportedOperationException | UnmodifiableClassException | ClassNotFoundException | LinkageError e) {
            return false; // more than method bodies has changed
        }
    }

    private Optional<Instrumentation> instrumentation() {
        if (!tried) {
            tried = true;
            instrumentation = HotSwapAgent.instrumentation().or(HotSwap::attached);
        }
        return instrumentation;
    }

    /** The agent's class is loaded by the system class loader; accepts it only if that is also this class's loader. */
    private static Optional<Instrumentation> attached() {
        if (HotSwapAgent.class.getClassLoader() != ClassLoader.getSystemClassLoader()) {
            return Optional.empty();
        }
        try {
            Path jar = jar();
            try {
                attach(Long.toString(ProcessHandle.current().pid()), jar);
            } finally {
                Files.deleteIfExists(jar);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception | LinkageError e) {
            return Optional.empty(); // attaching is not possible: cells work without it
        }
        return HotSwapAgent.instrumentation();
    }

    private static void attach(String processId, Path jar) throws Exception {
        if (Boolean.getBoolean("jdk.attach.allowAttachSelf")) {
            HotSwapAttach.load(processId, jar.toString());
            return;
        }
        Path classes = Path.of(HotSwapAttach.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process helper = new ProcessBuilder(
                        java.toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        classes.toString(),
                        HotSwapAttach.class.getName(),
                        processId,
                        jar.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!helper.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            helper.destroyForcibly();
        }
    }

    /** A jar with only a manifest: the class itself is on the class path. */
    private static Path jar() throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Agent-Class", HotSwapAgent.class.getName());
        attributes.putValue("Can-Redefine-Classes", "true");
        Path jar = Files.createTempFile("etude-agent", ".jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return jar;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.io.File;
import java.lang.instrument.ClassDefinition;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jshell.execution.LoaderDelegate;
import jdk.jshell.spi.ExecutionControl.ClassBytecodes;
import jdk.jshell.spi.ExecutionControl.ClassInstallException;
import org.etude.notebook.error.CellFrames;

/**
 * Loads the woven classes of cells, and the jars that cells add. A class that JShell recompiles keeps its name and
 * static fields, and so the variables of cells, wherever the JVM can replace the code in place.
 */
final class SnippetLoader extends URLClassLoader implements LoaderDelegate {
    private final CellSession session;
    private final StopSite stopSite = new StopSite();
    private final Map<String, byte[]> pending = new ConcurrentHashMap<>();
    /** The classes as JShell compiled them, before weaving. */
    private final Map<String, byte[]> installed = new ConcurrentHashMap<>();

    private final Set<String> compiled = ConcurrentHashMap.newKeySet();
    private final HotSwap hotSwap = new HotSwap();
    private final KeptValues kept = new KeptValues();

    SnippetLoader(ClassLoader parent, CellSession session) {
        super("etude-cells", new URL[0], parent);
        this.session = session;
    }

    /** The switch of all checks woven into these classes. */
    StopSite stopSite() {
        return stopSite;
    }

    CellSession session() {
        return session;
    }

    @Override
    public void load(ClassBytecodes[] classes) throws ClassInstallException {
        classesRedefined(classes);
        boolean[] loaded = new boolean[classes.length];
        for (int i = 0; i < classes.length; i++) {
            try {
                Class<?> made = loadClass(classes[i].name());
                made.getDeclaredMethods();
                installed(classes[i]);
                kept.carryOver(made);
                loaded[i] = true;
            } catch (ClassNotFoundException | LinkageError e) {
                throw new ClassInstallException("load: " + e, loaded);
            }
        }
    }

    /**
     * Replaces the code of loaded classes in place.
     *
     * @return false when the JVM cannot: nothing has changed then, and new classes must replace them
     */
    boolean redefine(ClassBytecodes[] classes) {
        List<ClassDefinition> changed = new ArrayList<>();
        boolean same = true;
        for (ClassBytecodes bytes : classes) {
            Class<?> loaded = findLoadedClass(bytes.name());
            if (loaded == null) {
                return false;
            }
            same &= SameCode.of(installed.get(bytes.name()), bytes.bytecodes());
            changed.add(new ClassDefinition(loaded, StopWeaver.weave(bytes.bytecodes())));
        }
        if (same) {
            return true;
        }
        if (!hotSwap.redefine(changed)) {
            return false;
        }
        List.of(classes).forEach(this::installed);
        return true;
    }

    private void installed(ClassBytecodes bytes) {
        installed.put(bytes.name(), bytes.bytecodes());
        compiled.add(CellFrames.snippetClass(bytes.name()));
    }

    /** The classes of cells as JShell compiled them, by name. */
    Map<String, byte[]> classes() {
        return Map.copyOf(installed);
    }

    /** Whether the code of a snippet's class has changed since the last call. */
    boolean compiledSince(String snippetClass) {
        return compiled.remove(snippetClass);
    }

    /** {@link KeptValues#value}. */
    Optional<FormerValue> value(String snippetClass, String variable) {
        return kept.value(snippetClass, variable);
    }

    /** {@link KeptValues#restore}. */
    void restore(String snippetClass, String variable, FormerValue former) {
        kept.restore(snippetClass, variable, former);
    }

    /** {@link KeptValues#takeLost}. */
    Optional<FormerValue> takeLost(String variable) {
        return kept.takeLost(variable);
    }

    @Override
    public void classesRedefined(ClassBytecodes[] classes) {
        for (ClassBytecodes bytes : classes) {
            pending.put(bytes.name(), bytes.bytecodes());
        }
    }

    @Override
    public void addToClasspath(String path) {
        for (String part : path.split(File.pathSeparator)) {
            try {
                addURL(new File(part).toURI().toURL());
            } catch (MalformedURLException e) {
                throw new IllegalArgumentException("not a path: " + part, e);
            }
        }
    }

    @Override
    public Class<?> findClass(String name) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            byte[] bytes = pending.remove(name);
            if (bytes == null) {
                return super.findClass(name);
            }
            byte[] woven = StopWeaver.weave(bytes);
            return defineClass(name, woven, 0, woven.length);
        }
    }
}

package org.etude.notebook.eval;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jshell.execution.LoaderDelegate;
import jdk.jshell.spi.ExecutionControl.ClassBytecodes;
import jdk.jshell.spi.ExecutionControl.ClassInstallException;

/** Holds the classes of cells, woven, and the jars that cells add. */
final class SnippetLoader extends URLClassLoader implements LoaderDelegate {
    private final CellSession session;
    private final StopSite stopSite = new StopSite();
    private final Map<String, byte[]> pending = new ConcurrentHashMap<>();

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
                loadClass(classes[i].name()).getDeclaredMethods();
                loaded[i] = true;
            } catch (ClassNotFoundException | LinkageError e) {
                throw new ClassInstallException("load: " + e, loaded);
            }
        }
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

// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.notebook;

import java.nio.file.Path;
import org.etude.notebook.install.Host;
import org.etude.notebook.install.KernelInstaller;

/** The kernel as made from the Etude that runs. */
public final class RunningKernel {
    private static final String WARM_UP = "data/cnn-2-hip";

    private RunningKernel() {}

    /** An installer of this very program. */
    static KernelInstaller installer(Host host) {
        return new KernelInstaller(host, System.getProperty("java.class.path"), home().resolve(WARM_UP));
    }

    /** The clone Etude was started from; the current directory when it does not say. */
    public static Path home() {
        return Path.of(System.getProperty("etude.home", "")).toAbsolutePath();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.notebook;

import java.nio.file.Path;
import org.etude.notebook.install.Host;
import org.etude.notebook.install.KernelInstaller;

/** The kernel of the running Etude. */
public final class RunningKernel {
    private static final String WARM_UP = "data/cnn-2-hip";

    private RunningKernel() {}

    /** An installer of this program. */
    static KernelInstaller installer(Host host) {
        return new KernelInstaller(host, System.getProperty("java.class.path"), home().resolve(WARM_UP));
    }

    /** The clone from which Etude was started; the current directory if unknown. */
    public static Path home() {
        return Path.of(System.getProperty("etude.home", "")).toAbsolutePath();
    }
}

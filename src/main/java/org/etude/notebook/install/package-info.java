// SPDX-License-Identifier: Apache-2.0
/**
 * Installs the kernel where Jupyter finds it, on Linux, macOS and Windows, without Jupyter's own programs; checks an
 * installation; opens JupyterLab.
 *
 * <p>A kernelspec is one directory, {@code kernels/etude}: {@code kernel.json}, logos, Plotly, and {@code app-HASH}
 * with the jars and the class-data archive. It does not depend on the clone it was installed from. {@code kernel.json}
 * is written last and atomically, so that there is a working kernel at any time; jars are never overwritten, so that
 * running kernels continue.
 */
package org.etude.notebook.install;

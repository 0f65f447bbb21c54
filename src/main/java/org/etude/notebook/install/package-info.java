// SPDX-License-Identifier: Apache-2.0
/**
 * Puts the kernel where Jupyter finds it, on Linux, macOS and Windows, without any of Jupyter's programs; looks after what was
 * put there; opens JupyterLab.
 *
 * <p>A kernelspec is one directory, {@code kernels/etude}: {@code kernel.json}, logos, Plotly, and {@code app-HASH} with the
 * jars and the class-data archive. It needs nothing of the clone it came from. {@code kernel.json} is written last and whole,
 * so that there is a working kernel at every moment; jars are never overwritten, so that running kernels go on.
 */
package org.etude.notebook.install;

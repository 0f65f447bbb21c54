// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

/** The message sockets of a kernel. */
enum Channel {
    SHELL,
    CONTROL,
    STDIN,
    IOPUB
}

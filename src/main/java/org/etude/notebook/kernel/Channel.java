// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

/** The sockets of a kernel that carry messages. */
enum Channel {
    SHELL,
    CONTROL,
    STDIN,
    IOPUB
}

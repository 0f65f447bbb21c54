// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

/** Serves one type of request. */
@FunctionalInterface
interface RequestHandler {
    /** Handles a request, between busy and idle, which the caller sends. */
    void handle(Request request);
}

// SPDX-License-Identifier: Apache-2.0
/** Reads the tables and the JSON of rocprofv3 as Kineto traces of their processes. */
package org.etude.trace.rocprof;

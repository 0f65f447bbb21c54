// SPDX-License-Identifier: Apache-2.0
/** Databases of profilers, SQLite of rocprofv3 (rocpd) and of Nsight Systems (nsys), read as the Kineto traces of their processes. */
package org.etude.trace.database;

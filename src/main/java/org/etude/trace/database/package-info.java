// SPDX-License-Identifier: Apache-2.0
/** Reads SQLite databases of rocprofv3 (rocpd) and Nsight Systems (nsys) as Kineto traces of their processes. */
package org.etude.trace.database;

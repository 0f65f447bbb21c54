/**
 * What names say of communication: the one list of communication libraries, their operators, host ranges and GPU kernels,
 * read by loading, linking and every table alike.
 */
package org.etude.trace.comm;

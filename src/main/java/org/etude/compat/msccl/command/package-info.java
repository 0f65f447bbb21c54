// SPDX-License-Identifier: Apache-2.0
/** The command that reads plans of MSCCL and MSCCL++. */
package org.etude.compat.msccl.command;

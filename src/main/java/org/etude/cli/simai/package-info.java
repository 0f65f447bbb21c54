/** SimAI's and AICB's options as picocli reads them, and their recorded results as conformance cases. */
package org.etude.cli.simai;

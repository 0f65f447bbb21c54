/** What is asked of a finished run: what bounds its step, and how far the network could change it. */
package org.etude.analysis;

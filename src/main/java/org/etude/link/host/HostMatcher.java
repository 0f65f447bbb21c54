// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import org.etude.link.model.RankLog;
import org.etude.spec.LinkOptions;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.HostTrace;

/** Matches the nodes of an execution trace to Kineto events, by id where available, otherwise by name. */
final class HostMatcher {
    private HostMatcher() {}

    static HostMatch match(
            HostTrace host, DeviceTrace device, HostTree tree, int[] enclosing, LinkOptions options, RankLog log) {
        HostMatch match = new HostMatch(host.size(), device.size());
        int[] nameInDevice = new int[host.names().size()];
        for (int name = 0; name < nameInDevice.length; name++) {
            nameInDevice[name] = device.names().find(host.names().text(name));
        }
        if (!options.ignoreIds()) {
            new IdMatcher(host, device, tree, nameInDevice, match, log).match();
        }
        int byId = match.count();
        new NameMatcher(host, device, tree, enclosing, nameInDevice, match).match();
        int byName = match.count() - byId;
        if (byName > 0) {
            log.info(
                    "",
                    byName + " host nodes matched by the order of names, " + byId + " by id",
                    "no usable id",
                    "their times are those of the aligned events");
        }
        return match;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import com.google.gson.JsonObject;
import java.util.List;

/** A message as a client sees it. */
record Msg(JsonObject header, JsonObject parent, JsonObject metadata, JsonObject content, List<byte[]> buffers) {
    String type() {
        return header.get("msg_type").getAsString();
    }

    String parentId() {
        return parent.has("msg_id") ? parent.get("msg_id").getAsString() : "";
    }

    String status() {
        return text("status");
    }

    String text(String field) {
        return content.get(field).getAsString();
    }

    @Override
    public String toString() {
        return type() + content;
    }
}

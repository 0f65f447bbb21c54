// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.paint;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Writes an image as PNG with its resolution, so that programs show it at the right size. */
final class PngFile {
    private static final double INCHES_PER_METRE = 1 / 0.0254;
    private static final String FORMAT = "javax_imageio_png_1.0";

    private PngFile() {}

    static void write(BufferedImage image, int dpi, OutputStream out) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
        try (MemoryCacheImageOutputStream stream = new MemoryCacheImageOutputStream(out)) {
            IIOMetadata metadata =
                    writer.getDefaultImageMetadata(ImageTypeSpecifier.createFromRenderedImage(image), null);
            metadata.mergeTree(FORMAT, resolution(dpi));
            writer.setOutput(stream);
            writer.write(null, new IIOImage(image, null, metadata), null);
        } finally {
            writer.dispose();
        }
    }

    private static IIOMetadataNode resolution(int dpi) {
        String perMetre = Long.toString(Math.round(dpi * INCHES_PER_METRE));
        IIOMetadataNode physical = new IIOMetadataNode("pHYs");
        physical.setAttribute("pixelsPerUnitXAxis", perMetre);
        physical.setAttribute("pixelsPerUnitYAxis", perMetre);
        physical.setAttribute("unitSpecifier", "meter");
        IIOMetadataNode root = new IIOMetadataNode(FORMAT);
        root.appendChild(physical);
        return root;
    }
}

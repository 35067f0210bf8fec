/** The demo's photos of properties and people: drawings that are kept as SVG files in `pictures/`. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "../../project-root.ts";

const folder = join(projectRoot, "server", "upstream", "demo", "pictures");

/** Twice the larger size that pages show, so that they stay sharp on dense screens. */
const formats = {
  houses: { width: 700, height: 525, webp: { quality: 78, effort: 0 } },
  rooms: { width: 700, height: 525, webp: { quality: 78, effort: 0 } },
  portraits: { width: 400, height: 400, webp: { quality: 82, effort: 4 } },
  staff: { width: 400, height: 400, webp: { quality: 82, effort: 4 } },
  logos: { width: 256, height: 256, webp: { quality: 90, effort: 4 } },
};

/** Gives all drawings of a kind as WebP, by the names of their files, which the demo's lines name. */
export async function readDrawings(kind: keyof typeof formats): Promise<ReadonlyMap<string, Buffer>> {
  // After the first start of a new database nothing of this is needed again.
  const { default: sharp } = await import("sharp");
  const { width, height, webp } = formats[kind];
  const drawings = new Map<string, Buffer>();
  for (const file of (await readdir(join(folder, kind))).sort()) {
    const svg = await readFile(join(folder, kind, file));
    drawings.set(file.replace(".svg", ""), await sharp(svg).resize(width, height).webp(webp).toBuffer());
  }
  return drawings;
}

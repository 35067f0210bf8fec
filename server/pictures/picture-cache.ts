import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Picture } from "#app/pictures/pictures.ts";

/** Until a scaled picture's source is fetched again. */
const freshForMs = 24 * 60 * 60 * 1000;
/** For a source without a picture. */
const noneForMs = 10 * 60 * 1000;
const mostFiles = 5_000;
/** New pictures between two sweeps. */
const sweepEvery = 200;

interface KeptPicture {
  readonly picture: Picture | null;
  readonly isFresh: boolean;
}

/** Scaled pictures on disk; losing them costs time only. */
interface PictureCache {
  get(name: string, type: Picture["type"]): Promise<KeptPicture | null>;
  put(name: string, type: Picture["type"], picture: Picture | null): Promise<void>;
}

/** @param folder created with the first picture */
export function createPictureCache(folder: string): PictureCache {
  let added = 0;
  const fileOf = (name: string, type: Picture["type"]) =>
    join(folder, `${createHash("sha256").update(name).digest("hex")}.${type.slice("image/".length)}`);
  return {
    async get(name, type) {
      const file = fileOf(name, type);
      try {
        const { mtimeMs } = await stat(file);
        const bytes = new Uint8Array(await readFile(file));
        const isNone = bytes.length === 0;
        const isFresh = Date.now() - mtimeMs <= (isNone ? noneForMs : freshForMs);
        return { picture: isNone ? null : { bytes, type }, isFresh };
      } catch {
        return null;
      }
    },
    async put(name, type, picture) {
      await mkdir(folder, { recursive: true });
      // Renamed when complete, so that nobody reads half a picture.
      const aside = join(folder, randomUUID());
      try {
        await writeFile(aside, picture?.bytes ?? "");
        await rename(aside, fileOf(name, type));
      } catch (error) {
        await rm(aside, { force: true }).catch(() => {});
        throw error;
      }
      added += 1;
      if (added % sweepEvery === 0) await sweep(folder);
    },
  };
}

async function sweep(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= mostFiles) return;
  const files = await Promise.all(
    names.map(async (name) => ({
      name,
      age: await stat(join(folder, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    })),
  );
  files.sort((a, b) => a.age - b.age);
  for (const { name } of files.slice(0, files.length - mostFiles)) await rm(join(folder, name), { force: true });
}

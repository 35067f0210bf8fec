/** Measures how far the code is spread: `npm run house` prints it, and `tests/tools/house.test.ts` holds the order of rooms. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** How much there is of a folder. */
interface Size {
  readonly files: number;
  readonly lines: number;
}

/** Counts the TypeScript of a folder of the repository, without what is generated. */
export function sizeOf(folder: string): Size {
  const files = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root });
  return { files: files.length, lines: files.reduce((sum, file) => sum + read(file).split("\n").length - 1, 0) };
}

/** The files of ours that a file imports, types aside, each as its path from the root. */
function importsOf(file: string): readonly string[] {
  const named = read(file).matchAll(/^(?:import|export)\s+(?!type\b)(?:[^;"]*?\sfrom\s+)?"((?:\.|#)[^"]+)"/gm);
  return [...named].flatMap(([, specifier = ""]) => {
    const path = specifier.startsWith("#") ? specifier.slice(1) : relative(root, join(root, dirname(file), specifier));
    return /\.tsx?$/.test(path) && !path.includes("+types") ? [path] : [];
  });
}

/** The modules that a file loads, with those that they load, without itself. */
export function modulesBehind(file: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (path: string) => {
    for (const next of importsOf(path))
      if (!found.has(next)) {
        found.add(next);
        visit(next);
      }
  };
  visit(file);
  found.delete(file);
  return found;
}

/** The first folder of a module below a folder of rooms; null for what lies elsewhere. */
function roomOf(rooms: string, file: string): string | null {
  const [room, ...rest] = file.startsWith(`${rooms}/`) ? file.slice(rooms.length + 1).split("/") : [];
  return room === undefined || rest.length === 0 ? null : room;
}

/** Which other rooms each room imports, types aside. @param rooms the folder that they lie in, as in "app" */
export function importedRooms(rooms: string): ReadonlyMap<string, ReadonlySet<string>> {
  const imported = new Map<string, Set<string>>();
  for (const file of globSync(`${rooms}/*/**/*.{ts,tsx}`, { cwd: root })) {
    const room = roomOf(rooms, file) ?? "";
    const others = imported.get(room) ?? new Set();
    imported.set(room, others);
    for (const path of importsOf(file)) {
      const other = roomOf(rooms, path);
      if (other !== null && other !== room) others.add(other);
    }
  }
  return imported;
}

/** The rooms that import each other in a circle, by name. @param rooms the folder that they lie in */
export function roomsInCircles(rooms: string): readonly string[] {
  const imported = importedRooms(rooms);
  const reaches = (from: string, to: string) => {
    const seen = new Set<string>();
    const visit = (room: string): boolean =>
      [...(imported.get(room) ?? [])].some((next) => {
        if (next === to) return true;
        if (seen.has(next)) return false;
        seen.add(next);
        return visit(next);
      });
    return visit(from);
  };
  return [...imported.keys()].filter((room) => reaches(room, room)).toSorted();
}

function print(): void {
  const rows = ["app", "server"].map((folder) => {
    const { lines, files } = sizeOf(folder);
    return [`${folder}/`, `${lines.toLocaleString("en")} lines in ${files} files`];
  });
  const behind = modulesBehind("app/clients/index.tsx");
  const rooms = new Set([...behind].flatMap((file) => roomOf("app", file) ?? []));
  rows.push(["behind app/clients/index.tsx", `${behind.size} modules in ${rooms.size} rooms`]);
  for (const folder of ["app", "server/upstream"])
    rows.push([`rooms of ${folder}/ in circles`, String(roomsInCircles(folder).length)]);
  for (const [what = "", figure = ""] of rows) process.stdout.write(`${what.padEnd(36)} ${figure}\n`);
}

if (import.meta.main) print();

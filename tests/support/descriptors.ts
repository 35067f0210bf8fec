import { readdirSync, readlinkSync } from "node:fs";

/**
 * The files below a folder that a process holds open, by their paths. Only where the system says it in /proc, as Linux does.
 * @param pid of the process; "self" is the test's own
 */
export function openFilesIn(folder: string, pid: number | "self" = "self"): string[] {
  const descriptors = `/proc/${pid}/fd`;
  return readdirSync(descriptors)
    .map((descriptor) => targetOf(`${descriptors}/${descriptor}`))
    .filter((path) => path.startsWith(`${folder}/`));
}

/** How many descriptors a process has: files, sockets and everything else. */
export function countDescriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    // Closed since the folder was read.
    return "";
  }
}

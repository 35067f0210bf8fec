/** What a page says in a browser that shows text alone. */
import { spawnSync } from "node:child_process";
import { installPackage, onPath } from "./debian-package.ts";

const name = "lynx";

/** Gives the path of lynx, installed now on Debian as root; undefined where there is none. */
export function findLynx(): string | undefined {
  return onPath(name) ?? (installPackage(name) ? onPath(name) : undefined);
}

/** Gives a page as lynx prints it, without the addresses of its links. @throws when lynx cannot read it */
export function textInLynx(lynx: string, html: string): string {
  const settings = ["-dump", "-nolist", "-stdin", "-force_html", "-width=100"];
  const charset = ["-assume_charset=utf-8", "-display_charset=utf-8"];
  const { status, stdout, stderr } = spawnSync(lynx, [...settings, ...charset], { input: html, encoding: "utf8" });
  if (status !== 0) throw new Error(`lynx ended with ${status}: ${stderr}`);
  return stdout;
}

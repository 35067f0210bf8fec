import { StartRefused } from "../start-refused.ts";

export interface MapSettings {
  readonly url: string;
  /** Null for none. */
  readonly attribution: string | null;
}

export const mapSize = { width: 640, height: 320 } as const;

/** Null without a map service. @throws StartRefused for an attribution without an address */
export function mapSettingsOf(url: string | undefined, attribution: string | undefined): MapSettings | null {
  if (url !== undefined) return { url, attribution: attribution ?? null };
  if (attribution === undefined) return null;
  throw new StartRefused("The setting MAP_URL must be set where MAP_ATTRIBUTION is.");
}

/** The address of a map. @param template with `{address}`, `{width}` and `{height}` */
export function mapAddress(template: string, address: string): string {
  const values = new Map([
    ["address", encodeURIComponent(address.toWellFormed())],
    ["width", String(mapSize.width)],
    ["height", String(mapSize.height)],
  ]);
  return template.replace(/\{(\w+)\}/g, (part, name: string) => values.get(name) ?? part);
}

/** A template: http or https, a fixed host, no password. */
export function isMapTemplate(template: string): boolean {
  const url = URL.parse(mapAddress(template, "x"));
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.username !== "" || url.password !== "")
    return false;
  return template.includes("{address}") && !/^https?:\/\/[^/?#]*[{}]/i.test(template);
}

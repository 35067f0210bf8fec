import { StartRefused } from "../start-refused.ts";

/** A map service as the settings name it. */
export interface MapSettings {
  /** An address with `{address}`, and `{width}` and `{height}` where the service wants them. */
  readonly url: string;
  /** Null where nothing is to be read below its maps. */
  readonly attribution: string | null;
}

/** Of a map, in CSS pixels. */
export const mapSize = { width: 640, height: 320 } as const;

/** Null where no map service is set. @throws StartRefused for words of a service without its address */
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

/** Whether a text is such a template: http or https, with a fixed host, and without a password in it. */
export function isMapTemplate(template: string): boolean {
  const url = URL.parse(mapAddress(template, "x"));
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.username !== "" || url.password !== "")
    return false;
  return template.includes("{address}") && !/^https?:\/\/[^/?#]*[{}]/i.test(template);
}

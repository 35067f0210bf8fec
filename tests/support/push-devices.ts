/** Devices that are told by Web Push, as far as forms know them. */
import { createECDH, randomBytes, randomUUID } from "node:crypto";
import type { Visit, Visitor } from "./visitor.ts";

/** What a browser gives that subscribed at a service which nobody reaches. */
export function someBrowser(): string {
  const p256dh = createECDH("prime256v1").generateKeys("base64url", "uncompressed");
  const keys = { p256dh, auth: randomBytes(16).toString("base64url") };
  return JSON.stringify({ endpoint: `https://push.example/${randomUUID()}`, expirationTime: null, keys });
}

export const switchOff = "Switch off on this device";

/** The page of a device, of staff or of a client, which is switched on or off before. */
export async function openDevice(visitor: Visitor, path: string, isOn: boolean): Promise<Visit> {
  const page = await visitor.open(path);
  if (page.text.includes(switchOff) === isOn) return page;
  const values = isOn ? { deviceToken: someBrowser() } : {};
  await visitor.submitOnly(values, { button: isOn ? "Switch on" : switchOff });
  return visitor.open(path);
}

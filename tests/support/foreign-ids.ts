/** The embedded service as others are: with ids of its own form in place of UUIDs. */
import { http } from "msw";
import type { Application } from "./application.ts";

/** Makes an id of the number of a record. */
export type IdForm = (number: number) => string;

export const idForms: Readonly<Record<string, IdForm>> = {
  integers: (number) => String(100_041 + number),
  slugs: (number) => `acme.holdings-${number}`,
  "slashes and dots": (number) => `../a/b${number}`,
  "escaped slashes": (number) => `%2F${number}%2f`,
  emoji: (number) => `🏠 ${number}&?#é`,
  "300 characters": (number) => String(number).padEnd(300, "x"),
};

export interface ForeignIds {
  /** What a record is called there, by its UUID. */
  idOf(uuid: string): string;
  /** The same for all UUIDs in a text, escaped as in an address. */
  inAddress(text: string): string;
  /** An address as it would be with UUIDs. */
  withUuids(address: string): string;
}

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
const isUuid = (text: string) => text.length === 36 && text.replace(uuids, "") === "";

/** No id names two records, as what the app remembers of one would be said of the other. */
let drawn = 0;

/** What is the app's own, and comes back as it was sent. */
const drawnByApp = new Set(["submissionKey"]);

/**
 * Has the app talk to a service with such ids until its handlers are reset.
 * @param kept ids that stay as they are: those that the session of somebody who is signed in holds
 */
export function giveForeignIds(application: Application, form: IdForm, kept: readonly string[]): ForeignIds {
  const given = new Map<string, string>();
  const known = new Map<string, string>();
  const idOf = (uuid: string) => {
    if (kept.includes(uuid)) return uuid;
    const id = given.get(uuid) ?? form(++drawn);
    given.set(uuid, id);
    known.set(id, uuid);
    return id;
  };
  const uuidOf = (text: string) => known.get(text) ?? text;
  const inQuery = (text: string) => {
    const entries = [...new URLSearchParams(text)];
    const whole = entries.map(([name, value]) => [name, value.split(",").map(uuidOf).join(",")]);
    return String(new URLSearchParams(whole));
  };
  const inbound = (key: string, value: unknown) => {
    if (typeof value !== "string" || drawnByApp.has(key)) return value;
    return key === "filters" ? inQuery(value) : uuidOf(value);
  };
  const outbound = (key: string, value: unknown) =>
    typeof value === "string" && isUuid(value) && !drawnByApp.has(key) ? idOf(value) : value;
  application.use(
    http.all("*/api/*", async ({ request }) => {
      const url = new URL(request.url);
      url.pathname = url.pathname
        .split("/")
        .map((part) => uuidOf(decodeURIComponent(part)))
        .join("/");
      url.search = inQuery(url.search);
      const headers = new Headers(request.headers);
      const body = await request.text();
      const sent = body === "" ? null : JSON.stringify(JSON.parse(body, inbound));
      const answer = await application.forward(new Request(url, { method: request.method, headers, body: sent }));
      if (answer.headers.get("content-type")?.includes("json") !== true) return answer;
      const text = await answer.text();
      return new Response(text === "" ? null : JSON.stringify(JSON.parse(text, outbound)), answer);
    }),
  );
  return {
    idOf,
    inAddress: (text) => text.replaceAll(uuids, (uuid) => encodeURIComponent(idOf(uuid))),
    withUuids: (address) =>
      address
        .split("/")
        .map((part) => uuidOf(decodeURIComponent(part)))
        .join("/"),
  };
}

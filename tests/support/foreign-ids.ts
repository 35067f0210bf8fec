/** The embedded service as others are: with ids of its own form in place of UUIDs. */
import { http } from "msw";
import type { Application } from "./application.ts";

/** Makes an id of the number of a record. */
export type IdForm = (number: number) => string;

/** What an id may be anywhere at once; and some that are plain, or long. */
export const anyForm: IdForm = (number) => {
  if (number % 7 === 5) return String(100_041 + number);
  return number % 7 === 3 ? String(number).padEnd(300, "x") : `../a,b/${number}%2F%2c🏠 &?#é`;
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
  /** Commas separate ids. */
  const uuidInList = (text: string) => known.get(text.replaceAll("%2C", ",").replaceAll("%25", "%")) ?? text;
  const inQuery = (text: string): string => {
    const entries = [...new URLSearchParams(text)];
    const whole = entries.map(([name, value]) => {
      if (name === "filters") return [name, inQuery(value)];
      return [name, known.has(value) ? uuidOf(value) : value.split(",").map(uuidInList).join(",")];
    });
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
      const viewed = headers.get("x-portal-view");
      if (viewed !== null) headers.set("x-portal-view", uuidOf(decodeURIComponent(viewed)));
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
    inAddress: (text) =>
      text.replaceAll(
        /([?&](?:clients|packages)=)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/g,
        (_, list = "", uuid) => {
          const id = idOf(uuid);
          return list + encodeURIComponent(list === "" ? id : id.replaceAll("%", "%25").replaceAll(",", "%2C"));
        },
      ),
    withUuids: (address) =>
      address
        .split("/")
        .map((part) => uuidOf(decodeURIComponent(part)))
        .join("/"),
  };
}

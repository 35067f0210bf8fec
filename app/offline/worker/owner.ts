import { answerHeader, ownerHeader, workerHeader } from "../../session/asked-by-worker.ts";
import { all, clearPageRows, dropForm, dropPageRow, setValue, value } from "./database.ts";
import { importKey } from "./sealing.ts";

/** Whose device this is, as the server says it. Pages go with the session, forms wait sealed for their person. */

/** Who an owner, or the field of a form, is: our mark behind the id changes with the server's secrets. */
export const personOf = (owner: string): string => /^(.+)\.[\w-]+(\/|$)/.exec(owner)?.[1] ?? "";
export const workspaceOf = (owner: string): string => owner.slice(owner.lastIndexOf("/") + 1);

/** Answers of the app have an id; those of a hotel's sign-in page, or of a proxy, have none. */
export const isOurs = ({ type, headers }: Response): boolean =>
  type === "opaqueredirect" || headers.has("X-Request-Id");

/** The status of the app's answer; 0 where somebody else answered. */
export const statusOf = ({ headers }: Response): number => Number(headers.get(answerHeader) ?? 0);

/** Where the app leads to, by its answer; null where it leads nowhere. */
export async function placeOf(answer: Response | null): Promise<string | null> {
  const status = answer === null ? 0 : statusOf(answer);
  if (answer === null || status < 300 || status >= 400) return null;
  const { location }: { location: string } = await answer.json();
  return location;
}

/** Whose a page is, and in which form it may be kept; null where it says nothing. */
export function markOf({ headers }: Response): { readonly owner: string; readonly form: string } | null {
  const [owner, form] = (headers.get(ownerHeader) ?? "").split(";");
  return owner && form ? { owner, form } : null;
}

/** In ms: a line that hangs is given up. */
const longestAnswer = 60_000;

/** Asks for something that nobody sees. */
export function ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const signal = AbortSignal.timeout(longestAnswer);
  return fetch(path, {
    headers: { [workerHeader]: "copy", ...headers },
    cache: "no-store",
    redirect: "manual",
    signal,
  });
}

/** What `/kept/owner` answers. */
interface Said {
  readonly person: string;
  /** Null where this device keeps nothing of that person. */
  readonly owner: string | null;
  /** The device was told to forget everything. */
  readonly isForgotten?: boolean;
  /** Of the device. */
  readonly id: string;
  /** What its pages say. */
  readonly token: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Asks the server whose device this is now, and obeys. */
export async function checkOwner(): Promise<void> {
  // What is copied sets no cookie.
  const device = (await value("device")) ?? "";
  const answer = await ask(`/kept/owner?device=${device}`, { [workerHeader]: "send" }).catch(() => null);
  const status = answer === null ? 0 : statusOf(answer);
  if (status === 401) return leave();
  if (answer === null || status !== 200) return;
  const { person, owner, isForgotten, id, token, publicKey, privateKey }: Said = await answer.json();
  const isTheirs = personOf(person) === (await value("person"));
  if (owner === null) return isForgotten && isTheirs ? forget(personOf(person)) : leave();
  if (owner !== (await value("owner"))) await wipe();
  await setValue("publicKey", await importKey(publicKey, "wrapKey"));
  await setValue("privateKey", await importKey(privateKey, "unwrapKey"));
  await setValue("person", personOf(person));
  await setValue("device", id);
  await setValue("owner", owner);
  await setValue("token", token);
  await setValue("contact", Date.now());
}

/** Drops all pages. */
export async function wipe(): Promise<void> {
  await Promise.all([caches.delete("pages"), caches.delete("photos"), caches.delete("documents"), clearPageRows()]);
  await setValue("refreshed", 0);
}

/** Drops all pages but one, to which somebody may go back. */
export async function makeRoom(spared: string): Promise<void> {
  await Promise.all([caches.delete("photos"), caches.delete("documents")]);
  for (const { path } of await all("pages")) if (path !== spared) await dropPage(path);
  await setValue("refreshed", 0);
}

export async function dropPage(path: string): Promise<void> {
  await (await caches.open("pages")).delete(path);
  await dropPageRow(path);
}

/** Nobody is signed in, or somebody else: pages go, and what waits can be opened no more. */
export async function leave(): Promise<void> {
  if ((await value("owner")) === undefined) return;
  await setValue("owner", undefined);
  await setValue("token", undefined);
  await setValue("privateKey", undefined);
  await wipe();
}

/** The device keeps nothing of that person any more. */
async function forget(person: string): Promise<void> {
  await leave();
  for (const form of await all("forms")) if (form.person === person) await dropForm(form.id);
  await setValue("person", undefined);
  await setValue("device", undefined);
  await setValue("publicKey", undefined);
}

import { workerHeader, writtenHeader } from "../../session/asked-by-worker.ts";
import { isSecret } from "../../ui/secret-fields.ts";
import {
  addForm,
  all,
  dropForm,
  type FileRow,
  type FormRow,
  findFiles,
  findForm,
  put,
  setValue,
  value,
} from "./database.ts";
import { leave, personOf, statusOf, workspaceOf } from "./owner.ts";
import { worker } from "./scope.ts";
import { seal, unseal } from "./sealing.ts";
import { notePage } from "./texts.ts";
import { sendFile } from "./uploads.ts";

/**
 * Forms: written down before they are sent, sent until the app has answered, and applied once, since each carries a submission key.
 * What the app refused waits for its person.
 */

/** Bytes of a form with its files. */
const mostBytes = 64e6;
/** Files above this go in parts, which a lost line does not lose. */
const largeFile = 1e6;
/** How long a form is waited for before it goes on by itself, in ms. */
const patience = 8_000;
const patienceWithFiles = 60_000;
/** Between tries of what the app itself could not take, in ms. */
const firstPause = 2_000;
const longestPause = 900_000;
/** An answer of a server that is busy or gone says nothing about the form. */
const passing = [408, 429, 502, 503, 504];
/** After so many of these somebody has to look. */
const mostTries = 8;

type Field = readonly [name: string, value: string | FileName];

interface FileName {
  readonly name: string;
  readonly type: string;
}

/** What is sealed of a form besides its files. */
interface Typed {
  /** Path and query to which it is sent. */
  readonly url: string;
  readonly isMultipart: boolean;
  readonly fields: readonly Field[];
}

export type OpenForm = FormRow & Typed;

const textOf = ({ fields }: Pick<Typed, "fields">, wanted: string): string => {
  const [, found] = fields.find(([name]) => name === wanted) ?? [];
  return typeof found === "string" ? found : "";
};

export const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/** The forms of the owner that wait, the oldest first. */
export async function ownForms(): Promise<readonly OpenForm[]> {
  const owner = await value("owner");
  const privateKey = await value("privateKey");
  if (owner === undefined || privateKey === undefined) return [];
  const own = (await all("forms")).filter(({ person }) => person === personOf(owner));
  const opened = await Promise.all(own.map((form) => openForm(form, privateKey)));
  return opened.filter((form) => form !== null);
}

/** Null for what another key sealed: that of the device before it was forgotten. */
async function openForm(form: FormRow, privateKey: CryptoKey): Promise<OpenForm | null> {
  try {
    const typed: Typed = JSON.parse(new TextDecoder().decode(await unseal(privateKey, form.sealed)));
    return { ...form, ...typed };
  } catch {
    return null;
  }
}

/** Forms that were sent from the page at an address. */
export async function formsAt(url: string): Promise<readonly OpenForm[]> {
  return (await ownForms()).filter((form) => form.url === url && textOf(form, "_key").startsWith("v."));
}

const isFilled = ([, given]: Field): boolean => given !== "";

/** Answers what somebody sends: from the app, or with the page of what waits. */
export async function writeForm(event: FetchEvent, url: string): Promise<Response> {
  const { request } = event;
  const data = await request.clone().formData();
  const again = Number(data.get("_kept") ?? 0);
  if (again > 0) return showOutcome(await send(again, "look"), again);
  const owner = await value("owner");
  const files: File[] = [];
  const fields = [...data].flatMap(([name, given]): Field[] => {
    if (typeof given === "string") return [[name, given]];
    // A field for files in which none was chosen.
    if (given.name === "" && given.size === 0) return [];
    files.push(given);
    return [[name, { name: given.name, type: given.type }]];
  });
  const size = fields.reduce((sum, [, given]) => sum + (typeof given === "string" ? given.length : 0), 0);
  const bytes = files.reduce((sum, file) => sum + file.size, size);
  const typed = { url, isMultipart: /^multipart/i.test(request.headers.get("content-type") ?? ""), fields };
  const isKept =
    textOf(typed, "_key") !== "" &&
    owner !== undefined &&
    personOf(owner) === personOf(textOf(typed, "_person")) &&
    bytes <= mostBytes &&
    !fields.some((field) => isSecret(field[0]) && isFilled(field));
  const changed = Number(data.get("_change") ?? 0);
  const id = isKept ? await keep({ ...typed, files, bytes, changed }).catch(() => null) : null;
  if (id === null) return fetch(request).catch(() => notKept(isKept));
  event.waitUntil(worker.registration.sync?.register("forms").catch(() => {}) ?? Promise.resolve());
  const forms = await ownForms();
  const record = recordOf(url);
  const isBehind = record !== null && forms.some((form) => form.id < id && recordOf(form.url) === record);
  const sending = isBehind ? flush().then(() => unreached) : send(id, "look");
  event.waitUntil(sending.then(tell, () => {}));
  const late = wait(files.length > 0 ? patienceWithFiles : patience).then(() => unreached);
  return showOutcome(await Promise.race([sending, late]), id);
}

interface NewForm extends Typed {
  readonly files: readonly File[];
  readonly bytes: number;
  /** A form that waits and takes over this text; 0 for none. Its files stay. */
  readonly changed: number;
}

/** Writes a form down, in place of what it was before it was changed. @returns its id */
async function keep({ files, bytes, changed, ...typed }: NewForm): Promise<number> {
  const publicKey = await value("publicKey");
  if (publicKey === undefined) throw new Error("Nothing can be sealed yet.");
  const own = await ownForms();
  const before = own.find(({ id }) => id === changed);
  const fields = before
    ? [...typed.fields.filter(([name]) => name !== "_change"), ...before.fields.filter(isFile)]
    : typed.fields;
  const key = textOf(typed, "_key");
  // Sent again from Back or from its own page; each change of a record is a form of its own.
  const isSame = (form: OpenForm) =>
    form.id === changed ||
    (form.url === typed.url && (form.state === "open" || (textOf(form, "_key") === key && !key.startsWith("v."))));
  const text = JSON.stringify({ url: typed.url, isMultipart: typed.isMultipart || before?.isMultipart, fields });
  const sealed = await seal(publicKey, new TextEncoder().encode(text));
  const bodies: Omit<FileRow, "form">[] = before ? [...(await findFiles(changed))] : [];
  for (const [index, file] of files.entries())
    bodies.push({ index, sealed: await seal(publicKey, await file.arrayBuffer()), upload: null });
  const form: Omit<FormRow, "id"> = {
    person: personOf(textOf(typed, "_person")),
    workspace: textOf(typed, "_workspace"),
    at: before?.at ?? Date.now(),
    size: before ? before.size : bytes,
    state: "waiting",
    status: 0,
    tries: 0,
    next: 0,
    sealed,
  };
  const replaced = own.filter(isSame).map(({ id }) => id);
  return addForm(form, bodies, replaced).catch(async (error: unknown) => {
    // No room: copies can be had again, what was typed cannot.
    await Promise.all([caches.delete("pages"), caches.delete("photos"), caches.delete("documents")]);
    await setValue("refreshed", 0);
    return addForm(form, bodies, replaced).catch(() => Promise.reject(error));
  });
}

const notKept = (hasNoRoom: boolean): Response =>
  notePage(
    "You have no connection.",
    hasNoRoom
      ? "This device has no room left, so nothing was sent and nothing was kept. Go back: what you typed is still there."
      : "Nothing was sent, and this form can’t be kept here. Go back: what you typed is still there.",
    503,
  );

/** Forms about the same record are applied in the order in which they were sent. @returns what names the record; null for a new one */
const recordOf = (url: string): string | null => /^\/[^/]+\/[\da-f-]{36}/.exec(url)?.[0] ?? null;

interface Outcome {
  readonly kind: "applied" | "refused" | "unreached" | "signed-out" | "elsewhere" | "gone";
  readonly answer?: Response;
  readonly location?: string;
}

const unreached: Outcome = { kind: "unreached" };

async function showOutcome({ kind, answer, location }: Outcome, id: number): Promise<Response> {
  if (location !== undefined) return Response.redirect(location, 303);
  if (kind === "signed-out") return Response.redirect("/login/?next=/waiting", 303);
  return answer ?? Response.redirect(`/waiting?new=${id}`, 303);
}

/**
 * Sends a form, alone in all tabs.
 * @param how "look": somebody waits for the answer, and sees it
 */
function send(id: number, how: "look" | "send"): Promise<Outcome> {
  return navigator.locks.request(`form ${id}`, async (): Promise<Outcome> => {
    const form = (await ownForms()).find((other) => other.id === id);
    if (form === undefined || (how === "send" && form.state !== "waiting")) return { kind: "gone" };
    const set = (changes: Partial<FormRow>) => change(id, { tries: form.tries + 1, ...changes });
    const answer = await post(form, how).catch(() => null);
    const status = answer === null ? 0 : statusOf(answer);
    const isPassing = passing.includes(status);
    if (answer === null || status === 0 || (how === "send" && isPassing && form.tries < mostTries)) {
      await set({ next: isPassing ? Date.now() + pauseOf(form.tries, answer) : 0, status });
      return { kind: "unreached" };
    }
    if (status === 401) {
      await set({ state: "waiting", status });
      await leave();
      return { kind: "signed-out" };
    }
    if (status >= 300 && status < 400) {
      const { location }: { location: string } = await answer.json();
      const isWritten = answer.headers.has(writtenHeader);
      if (isWritten) await dropForm(id);
      return { kind: isWritten ? "applied" : "elsewhere", location };
    }
    // Its own page shows it with what was typed; files are shown nowhere, and stay here.
    if (how === "look" && form.tries === 0 && !form.fields.some(isFile)) await dropForm(id);
    else await set({ state: how === "look" ? "open" : "refused", status });
    return { kind: "refused", answer };
  });
}

const isFile = (field: Field): field is readonly [string, FileName] => typeof field[1] !== "string";

/** Seconds of Retry-After, or twice as long each time. @returns ms */
function pauseOf(tries: number, answer: Response | null): number {
  const said = Number(answer?.headers.get("retry-after") ?? 0) * 1000;
  return Math.min(longestPause, said || firstPause * 2 ** tries);
}

async function change(id: number, changes: Partial<FormRow>): Promise<void> {
  const form = await findForm(id);
  if (form !== undefined) await put("forms", { ...form, ...changes });
}

async function post(form: OpenForm, how: "look" | "send"): Promise<Response> {
  const body = await bodyOf(form);
  return fetch(form.url, {
    method: "POST",
    body,
    headers: { [workerHeader]: how },
    redirect: "manual",
    cache: "no-store",
  });
}

/** The form as it was sent; where a file is large, all of them have gone ahead, each time, or else it would be another form. */
async function bodyOf({ id, fields, isMultipart }: OpenForm): Promise<FormData | URLSearchParams> {
  const texts = fields.filter((field): field is [string, string] => typeof field[1] === "string");
  const files = fields.filter(isFile);
  const rows = await findFiles(id);
  const privateKey = await value("privateKey");
  const bodies = privateKey === undefined ? [] : await Promise.all(rows.map((row) => unseal(privateKey, row.sealed)));
  if (bodies.some(({ byteLength }) => byteLength > largeFile)) {
    const uploads: (readonly [string, string])[] = [];
    for (const [index, [, { name, type }]] of files.entries()) {
      const [row, bytes] = [rows[index], bodies[index]];
      const upload = row && bytes ? await sendFile(row, { name, type, bytes }) : null;
      if (upload !== null) uploads.push([`upload[${index}]`, upload]);
    }
    if (uploads.length === files.length)
      return new URLSearchParams([...texts, ...uploads].map(([name, text]) => [name, text]));
  }
  if (!isMultipart) return new URLSearchParams(texts);
  const data = new FormData();
  for (const [name, text] of texts) data.append(name, text);
  for (const [index, [field, { name, type }]] of files.entries())
    data.append(field, new File([bodies[index] ?? new ArrayBuffer()], name, { type }));
  return data;
}

/** Sends all that is due, the oldest first; what comes after one that did not get through waits where it is about the same record. */
export function flush(): Promise<void> {
  return navigator.locks.request("flush", { ifAvailable: true }, async (lock) => {
    const owner = await value("owner");
    if (lock === null || owner === undefined) return;
    const held = new Set<string>();
    for (const form of await ownForms()) {
      const record = recordOf(form.url);
      const pause = form.next - Date.now();
      // A clock that was set back would let it wait for days.
      const isDue = form.state === "waiting" && (pause <= 0 || pause > longestPause);
      const isHere = [workspaceOf(owner), ""].includes(form.workspace);
      const outcome = isDue && isHere && !(record && held.has(record)) ? await send(form.id, "send") : null;
      if (record && outcome?.kind !== "applied") held.add(record);
      if (outcome?.kind === "unreached" || outcome?.kind === "signed-out") break;
    }
  });
}

/** Says to the pages that are seen how many forms wait. */
export async function tell(): Promise<void> {
  const { length } = await ownForms();
  for (const client of await worker.clients.matchAll({ type: "window" }))
    client.postMessage(length === 0 ? "" : `${length} not sent`);
}

import { workerHeader, writtenHeader } from "../../session/asked-by-worker.ts";
import { sharedPath } from "../../session/shared-path.ts";
import { isSecret } from "../../ui/secret-fields.ts";
import { dropForm, type FormRow, findFiles, findForm, put, value } from "./database.ts";
import {
  encode,
  type Field,
  fieldsOf,
  isFile,
  isText,
  type OpenForm,
  ownForm,
  ownForms,
  storeForm,
  type Typed,
  textOf,
} from "./kept-forms.ts";
import { leave, personOf, placeOf, statusOf, workspaceOf } from "./owner.ts";
import { worker } from "./scope.ts";
import { unseal } from "./sealing.ts";
import { dropOldShares, handOver } from "./shares.ts";
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
/** A line that hangs is given up after this, so that the rest is not held up, in ms. */
const longestSend = 90_000;
const longestSendWithFiles = 900_000;
/** Between tries of what the app itself could not take, in ms. */
const firstPause = 2_000;
const longestPause = 900_000;
/** An answer of a server that is busy or gone says nothing about the form. */
const passing = [408, 429, 502, 503, 504];
/** After so many of these somebody has to look. */
const mostTries = 8;

export const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/** Changes of the record that is shown at an address, which wait. */
export async function changesAt(url: string): Promise<readonly OpenForm[]> {
  return (await ownForms()).filter((form) => form.url === url && textOf(form, "_key").startsWith("v."));
}

const sizeOf = ([, given]: Field): number => (typeof given === "string" ? given.length : 0);

const isFilled = ([, given]: Field): boolean => given !== "";

/** Answers what somebody sends: from the app, or with the page of what waits. */
export async function writeForm(event: FetchEvent, url: string): Promise<Response> {
  const { request } = event;
  const data = await request.clone().formData();
  const again = Number(data.get("_kept") ?? 0);
  if (again > 0) return showOutcome(await send(again, "look"), again);
  const owner = await value("owner");
  const { fields, files } = fieldsOf(data);
  const bytes = [...fields, ...files].reduce((sum, part) => sum + (part instanceof File ? part.size : sizeOf(part)), 0);
  const typed = { url, isMultipart: /^multipart/i.test(request.headers.get("content-type") ?? ""), fields };
  const isKept =
    textOf(typed, "_key") !== "" &&
    owner !== undefined &&
    personOf(owner) === personOf(textOf(typed, "_person")) &&
    bytes <= mostBytes &&
    !fields.some((field) => isSecret(field[0]) && isFilled(field));
  const changed = Number(data.get("_change") ?? 0);
  const id = isKept ? await keep(typed, files, changed).catch(() => null) : null;
  if (id === null) return fetch(request).catch(() => notKept(isKept));
  event.waitUntil(worker.registration.sync?.register("forms").catch(() => {}) ?? Promise.resolve());
  const forms = await ownForms();
  const record = recordOf(url);
  const isBehind =
    record !== null && forms.some((form) => form.id < id && comesFirst(form) && recordOf(form.url) === record);
  const sending = isBehind ? flush().then(() => unreached) : send(id, "look");
  event.waitUntil(sending.then(tell, () => {}));
  const late = wait(files.length > 0 ? patienceWithFiles : patience).then(() => unreached);
  return showOutcome(await Promise.race([sending, late]), id);
}

/**
 * Writes a form down, in place of what it was before it was changed.
 * @param changed a form that waits and takes over this text, while its files stay; 0 for none
 * @returns its id
 */
async function keep(typed: Typed, files: readonly File[], changed: number): Promise<number> {
  const own = await ownForms();
  const before = own.find(({ id }) => id === changed);
  const key = textOf(typed, "_key");
  // Sent again from Back or from its own page; each change of a record is a form of its own.
  const isSame = (form: OpenForm) =>
    form.id === changed ||
    (form.url === typed.url && (form.state === "open" || (textOf(form, "_key") === key && !key.startsWith("v."))));
  const fields = [...typed.fields.filter(([name]) => name !== "_change"), ...(before?.fields.filter(isFile) ?? [])];
  return storeForm({
    typed: { ...typed, isMultipart: typed.isMultipart || before?.isMultipart === true, fields },
    person: personOf(textOf(typed, "_person")),
    workspace: textOf(typed, "_workspace"),
    files,
    replaced: own.filter(isSame).map(({ id }) => id),
    ...(before && { at: before.at, sealedFiles: await findFiles(changed) }),
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

/** Whether later forms about its record wait for it: not for what somebody has before them, and may have given up. */
const comesFirst = ({ state }: FormRow): boolean => state === "waiting" || state === "refused";

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
export function send(id: number, how: "look" | "send"): Promise<Outcome> {
  return navigator.locks.request(`form ${id}`, async (): Promise<Outcome> => {
    const form = await ownForm(id);
    if (form === undefined || (how === "send" && form.state !== "waiting")) return { kind: "gone" };
    const isChosenShare = form.url === sharedPath && form.state !== "shared";
    if (isChosenShare) {
      const handed = await bodyOf(form).then(
        (body) => handOver(form, body),
        () => null,
      );
      return handed === null ? unreached : send(handed, how);
    }
    const set = (changes: Partial<FormRow>) => change(id, { tries: form.tries + 1, ...changes });
    const answer = await post(form, how).catch(() => null);
    const status = answer === null ? 0 : statusOf(answer);
    const isPassing = passing.includes(status);
    if (answer === null || status === 0 || (how === "send" && isPassing && form.tries < mostTries)) {
      // Without a line nothing was tried: only what the app answered counts, from the second time on.
      const tries = isPassing ? form.tries + 1 : Math.max(1, form.tries);
      await set({ tries, next: isPassing ? Date.now() + pauseOf(form.tries, answer) : 0, status });
      return { kind: "unreached" };
    }
    if (status === 401) {
      await set({ state: "waiting", status });
      await leave();
      return { kind: "signed-out" };
    }
    const location = await placeOf(answer);
    if (location !== null) {
      const isWritten = answer.headers.has(writtenHeader);
      // A share that was handed over waits at the server, whose page asks where it goes.
      if (isWritten || form.state === "shared") await dropForm(id);
      return { kind: isWritten ? "applied" : "elsewhere", location };
    }
    // Its own page shows it with what was typed; files are shown nowhere, and stay here.
    if (how === "look" && form.tries === 0 && !form.fields.some(isFile)) await dropForm(id);
    else await set({ state: how === "look" ? "open" : "refused", status });
    return { kind: "refused", answer };
  });
}

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
    signal: AbortSignal.timeout(form.isMultipart ? longestSendWithFiles : longestSend),
  });
}

/** The form as it was sent; where a file is large, all of them have gone ahead, each time, or else it would be another form. */
async function bodyOf({ id, url, fields, isMultipart }: OpenForm): Promise<FormData | URLSearchParams> {
  const texts = fields.filter(isText);
  const files = fields.filter(isFile);
  const rows = await findFiles(id);
  const privateKey = await value("privateKey");
  const bodies = privateKey === undefined ? [] : await Promise.all(rows.map((row) => unseal(privateKey, row.sealed)));
  if (url !== sharedPath && bodies.some(({ byteLength }) => byteLength > largeFile)) {
    const uploads: (readonly [string, string])[] = [];
    for (const [index, [, { name, type }]] of files.entries()) {
      const [row, bytes] = [rows[index], bodies[index]];
      const upload = row && bytes ? await sendFile(row, { name, type, bytes }) : null;
      if (upload !== null) uploads.push([`upload[${index}]`, upload]);
    }
    if (uploads.length === files.length) return encode([...texts, ...uploads]);
  }
  if (!isMultipart) return encode(texts);
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
    await dropOldShares();
    if (lock === null || owner === undefined) return;
    const held = new Set<string>();
    for (const form of (await ownForms()).filter(comesFirst)) {
      const record = recordOf(form.url);
      const pause = form.next - Date.now();
      // A clock that was set back would let it wait for days.
      const isDue = form.state === "waiting" && (pause <= 0 || pause > longestPause);
      const isHere = [workspaceOf(owner), ""].includes(form.workspace);
      const outcome = isDue && isHere && !(record && held.has(record)) ? await send(form.id, "send") : null;
      if (record && outcome?.kind !== "applied") held.add(record);
      if (outcome?.kind === "unreached" || outcome?.kind === "signed-out") break;
    }
    await tell();
  });
}

/** Says to the pages that are seen how many forms wait. */
export async function tell(): Promise<void> {
  const { length } = await ownForms();
  for (const client of await worker.clients.matchAll({ type: "window" }))
    client.postMessage(length === 0 ? "" : `${length} not sent`);
}

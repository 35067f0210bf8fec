import { isSecret } from "../ui/secret-fields.ts";
import { pageAddress } from "../ui/send-address.ts";
import { filesField, hiddenFields, personField, readPerson, typedFields } from "./hidden-fields.ts";
import { mostKept, readUntaken } from "./posted-form.server.ts";
import type { RequestSession } from "./request-session.server.ts";
import type { ParkedForm } from "./store.ts";

/** Of the cookie, in seconds; the store forgets the form after the same time. */
const life = 30 * 60;

/**
 * Keeps the form of this request for the person to whom it was shown, without passwords and with the names of its files alone. One that was shown to
 * nobody is not kept: anybody may send anything.
 * @returns whether there was something to keep
 */
export async function parkForm(requestSession: RequestSession): Promise<boolean> {
  const form = await readUntaken(requestSession);
  const named = form?.get(personField);
  if (form === null || typeof named !== "string" || named.length > 200) return false;
  const { id: personId, mark } = readPerson(named);
  if (!requestSession.store.parkedForms.isMark(personId, mark)) return false;
  const fields = typedFields(form);
  const isEmpty = fields.every(
    ([name, value]) => (name !== filesField && hiddenFields.includes(name)) || value === "" || isSecret(name),
  );
  return !isEmpty && parkFields(requestSession, { personId, path: pathOf(requestSession), fields });
}

/** The same for what was read already. @returns false for too much */
export async function parkFields(requestSession: RequestSession, { fields, ...form }: ParkedForm): Promise<boolean> {
  const open = fields.filter(([name]) => !isSecret(name));
  const size = open.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (size > mostKept) return false;
  await keepHere(requestSession, { ...form, fields: open });
  return true;
}

/** Keeps a form, and has this browser know it. */
async function keepHere(requestSession: RequestSession, form: ParkedForm): Promise<void> {
  const id = await requestSession.store.parkedForms.park(form);
  requestSession.setCookie(requestSession.area.cookies.parkedForm, id, life);
}

/** Whether a text has the form of an id in a person's list. */
export function isListedId(text: string): boolean {
  return /^[\da-f]{64}$/.test(text);
}

/** Lets the page of a person's form show it in this browser, wherever it was sent. @returns that page; null for none of theirs */
export async function openListedForm(
  requestSession: RequestSession,
  personId: string,
  listedId: string,
): Promise<string | null> {
  const { parkedForms } = requestSession.store;
  const form = (await parkedForms.list(personId)).find(({ id }) => id === listedId);
  if (form === undefined) return null;
  await keepHere(requestSession, form);
  await parkedForms.dropListed(personId, listedId);
  return form.path;
}

/** How many forms are kept of a person; nobody is asked where this browser has sent none. */
export async function countParkedForms(requestSession: RequestSession, personId: string): Promise<number> {
  if (requestSession.readCookie(requestSession.area.cookies.parkedForm) === null) return 0;
  return (await requestSession.store.parkedForms.list(personId)).length;
}

/** The form that was kept for this person and this page; null when there is none. Looking does not use it up. */
export async function findParkedForm(requestSession: RequestSession, personId: string): Promise<ParkedForm | null> {
  const known = await findKnown(requestSession, personId);
  return known?.form.path === pathOf(requestSession) ? known.form : null;
}

/** The form of a person that this browser knows, whichever page shows it. */
async function findKnown(requestSession: RequestSession, personId: string) {
  const id = requestSession.readCookie(requestSession.area.cookies.parkedForm);
  const form = id === null ? null : await requestSession.store.parkedForms.find(id);
  return id !== null && form?.personId === personId ? { id, form } : null;
}

/** Forgets the form that this browser has kept for a person. */
export async function discardParkedForm(requestSession: RequestSession, personId: string): Promise<void> {
  const known = await findKnown(requestSession, personId);
  if (known !== null) await drop(requestSession, known.id);
}

async function drop(requestSession: RequestSession, id: string): Promise<void> {
  await requestSession.store.parkedForms.drop(id);
  requestSession.clearCookie(requestSession.area.cookies.parkedForm);
}

/** Forgets the form kept for this page: it has been sent. */
export async function dropParkedForm(requestSession: RequestSession, personId: string): Promise<void> {
  const known = await findKnown(requestSession, personId);
  if (known?.form.path === pathOf(requestSession)) await drop(requestSession, known.id);
}

function pathOf(requestSession: RequestSession): string {
  return pageAddress(requestSession.url);
}

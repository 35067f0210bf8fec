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
  const fields: [string, string][] = [];
  let size = 0;
  for (const [name, value] of typedFields(form)) {
    if (isSecret(name)) continue;
    size += name.length + value.length;
    fields.push([name, value]);
  }
  const isEmpty = fields.every(([name, value]) => (name !== filesField && hiddenFields.includes(name)) || value === "");
  if (isEmpty || size > mostKept) return false;
  const id = await requestSession.store.parkedForms.park({ personId, path: pathOf(requestSession), fields });
  requestSession.setCookie(requestSession.area.cookies.parkedForm, id, life);
  return true;
}

/** The form that was kept for this person and this page; null when there is none. Looking does not use it up. */
export async function findParkedForm(requestSession: RequestSession, personId: string): Promise<ParkedForm | null> {
  const parked = await findUnsent(requestSession, personId);
  return parked?.path === pathOf(requestSession) ? parked : null;
}

/** The form that was kept for this person, whichever page shows it. */
export async function findUnsent(requestSession: RequestSession, personId: string): Promise<ParkedForm | null> {
  const id = requestSession.readCookie(requestSession.area.cookies.parkedForm);
  const parked = id === null ? null : await requestSession.store.parkedForms.find(id);
  return parked?.personId === personId ? parked : null;
}

/** Forgets it. @returns the page that showed it; null where there was none */
export async function discardParkedForm(requestSession: RequestSession, personId: string): Promise<string | null> {
  const id = requestSession.readCookie(requestSession.area.cookies.parkedForm);
  const parked = await findUnsent(requestSession, personId);
  if (id === null || parked === null) return null;
  await requestSession.store.parkedForms.drop(id);
  requestSession.clearCookie(requestSession.area.cookies.parkedForm);
  return parked.path;
}

/** Forgets the form kept for this page: it has been sent. */
export async function dropParkedForm(requestSession: RequestSession, personId: string): Promise<void> {
  const id = requestSession.readCookie(requestSession.area.cookies.parkedForm);
  if (id === null || (await findParkedForm(requestSession, personId)) === null) return;
  await requestSession.store.parkedForms.drop(id);
  requestSession.clearCookie(requestSession.area.cookies.parkedForm);
}

function pathOf(requestSession: RequestSession): string {
  return pageAddress(requestSession.url);
}

import { hiddenFields, isSecret, personField, readPerson, typedFields } from "./form-fields.ts";
import { mostKept, readUntaken } from "./form-reading.server.ts";
import type { ParkedForm } from "./store.ts";
import { parkedFormCookie, type Visit } from "./visit.server.ts";

/** Of the cookie, in seconds; the store forgets the form after the same time. */
const life = 30 * 60;

/**
 * Keeps the form of this request for the person to whom it was shown, without passwords and files. One that was shown to
 * nobody is not kept: anybody may send anything.
 * @returns whether there was something to keep
 */
export async function parkForm(visit: Visit): Promise<boolean> {
  const form = await readUntaken(visit);
  const named = form?.get(personField);
  if (form === null || typeof named !== "string" || named.length > 200) return false;
  const { id: personId, mark } = readPerson(named);
  if (!visit.store.parkedForms.isMark(personId, mark)) return false;
  const fields: [string, string][] = [];
  let size = 0;
  for (const [name, value] of typedFields(form)) {
    if (isSecret(name)) continue;
    size += name.length + value.length;
    fields.push([name, value]);
  }
  const isEmpty = fields.every(([name, value]) => hiddenFields.includes(name) || value === "");
  if (isEmpty || size > mostKept) return false;
  const id = await visit.store.parkedForms.park({ personId, path: pathOf(visit), fields });
  visit.setCookie(parkedFormCookie, id, life);
  return true;
}

/** The form that was kept for this person and this page; null when there is none. Looking does not use it up. */
export async function findParkedForm(visit: Visit, personId: string): Promise<ParkedForm | null> {
  const parked = await findUnsent(visit, personId);
  return parked?.path === pathOf(visit) ? parked : null;
}

/** The form that was kept for this person, whichever page shows it. */
export async function findUnsent(visit: Visit, personId: string): Promise<ParkedForm | null> {
  const id = visit.readCookie(parkedFormCookie);
  const parked = id === null ? null : await visit.store.parkedForms.find(id);
  return parked?.personId === personId ? parked : null;
}

/** Forgets it. @returns the page that showed it; null where there was none */
export async function discardParkedForm(visit: Visit, personId: string): Promise<string | null> {
  const id = visit.readCookie(parkedFormCookie);
  const parked = await findUnsent(visit, personId);
  if (id === null || parked === null) return null;
  await visit.store.parkedForms.drop(id);
  visit.clearCookie(parkedFormCookie);
  return parked.path;
}

/** Forgets the form kept for this page: it has been sent. */
export async function dropParkedForm(visit: Visit, personId: string): Promise<void> {
  const id = visit.readCookie(parkedFormCookie);
  if (id === null || (await findParkedForm(visit, personId)) === null) return;
  await visit.store.parkedForms.drop(id);
  visit.clearCookie(parkedFormCookie);
}

function pathOf(visit: Visit): string {
  return visit.url.pathname + visit.url.search;
}

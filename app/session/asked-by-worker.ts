/**
 * What the service worker of a kept device says of its requests. A page of another site cannot send this header, and a form cannot.
 * - read: a page that somebody opens
 * - copy: a page to be kept
 * - look: a form that somebody sends and whose answer they see
 * - send: a form that waited, of whose answer nobody sees more than its toast
 * - park: what was typed into a form that waits, to be shown in its own page
 */
export const workerHeader = "Latchkey-Worker";

const kinds = ["read", "copy", "look", "send", "park"] as const;

/** Null for what the browser asks for by itself. */
export function askedByWorker(headers: Headers): (typeof kinds)[number] | null {
  const said = headers.get(workerHeader);
  return kinds.find((kind) => kind === said) ?? null;
}

/** Of a page: whose it is, and whether the worker may keep it. */
export const ownerHeader = "Latchkey-Owner";

/** The status of the app's answer: the worker is told of what leads elsewhere in a body of its own, which it can read. */
export const answerHeader = "Latchkey-Answer";

/** The form was written, now or before. */
export const writtenHeader = "Latchkey-Written";

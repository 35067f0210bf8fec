import type { RouterContextProvider } from "react-router";
import { readForm, startForm, writeForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import { apiOf, recordId } from "../session/session.server.ts";
import { formatMoment } from "../ui/date-format.ts";
import { loadShowing, loadShowingFor, titleOf, zoneOf } from "./load-opportunity.server.ts";
import { opportunityPath } from "./opportunity-list.ts";
import { cancelShowing, confirmShowing, findShowing } from "./showings.server.ts";

/** The two ways to settle a showing, each with a page that asks. */

type Context = Readonly<RouterContextProvider>;
type Params = { readonly opportunityId: string; readonly showingId: string };

const settlings = {
  confirm: { write: confirmShowing, toast: "Showing confirmed." },
  cancel: { write: cancelShowing, toast: "Showing cancelled." },
} as const;
export type Settling = keyof typeof settlings;

/** Where nothing is left to confirm or to cancel: what is said instead, by the showing's state. */
const over: Readonly<Record<Settling, Readonly<Record<string, string>>>> = {
  confirm: { confirmed: "confirmed", cancelled: "cancelled", held: "over" },
  cancel: { cancelled: "cancelled", held: "over" },
};

/** What the page that asks has to say. @throws 404, 403 */
export async function loadSettling(settling: Settling, context: Context, params: Params) {
  const { found, showing, settled } = await openSettling(settling, context, params);
  return {
    item: { id: found.id, ...titleOf(found) },
    when: formatMoment(showing.startsAt, zoneOf(found)),
    settled,
    start: await startForm(context, { etag: showing.etag }),
  };
}

/** The showing; and where nothing is left to settle, which is no refusal, a sentence that says so. @throws 404, 403 */
async function openSettling(settling: Settling, context: Context, params: Params) {
  const opened = await loadShowing(context, params);
  const state = over[settling][opened.showing.state];
  if (state !== undefined) return { ...opened, settled: `This showing is ${state} already.` };
  return { ...(await loadShowingFor(settling, context, params)), settled: null };
}

/** Settles the showing that the page has shown: moved meanwhile, it is another one, and is asked about anew. */
export async function sendSettling(settling: Settling, request: Request, context: Context, params: Params) {
  const [id, showingId] = [recordId(params.opportunityId), recordId(params.showingId)];
  const form = await readForm(request, confirmationForm, context);
  if (!form.isValid) return form.answer;
  const { write, toast } = settlings[settling];
  const api = apiOf(context);
  return writeForm(
    context,
    form,
    async ({ key }) => {
      const { settled } = await openSettling(settling, context, params);
      if (settled !== null) return { location: opportunityPath(id), toast: settled };
      await write(api, showingId, { key, etag: form.version });
      return { location: opportunityPath(id), toast };
    },
    () => findShowing(api, showingId),
  );
}

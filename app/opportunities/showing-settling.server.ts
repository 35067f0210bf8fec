import type { RouterContextProvider } from "react-router";
import { confirmationForm } from "../session/confirmation.tsx";
import { startForm } from "../session/form-start.server.ts";
import { recordId } from "../session/loading.server.ts";
import { sendForm } from "../session/sending.server.ts";
import { apiOf } from "../session/session.server.ts";
import { readSubmission } from "../session/submission.server.ts";
import { formatMoment } from "../ui/date-format.ts";
import { openShowingFor, titleOf, zoneOf } from "./opening.server.ts";
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

/** What the page that asks has to say. @throws 404, 403 */
export async function loadSettling(settling: Settling, context: Context, params: Params) {
  const { found, showing } = await openShowingFor(settling, context, params);
  return {
    item: { id: found.id, ...titleOf(found) },
    when: formatMoment(showing.startsAt, zoneOf(found)),
    start: await startForm(context, { version: showing.etag }),
  };
}

/** Settles the showing that the page has shown: moved meanwhile, it is another one, and is asked about anew. */
export async function sendSettling(settling: Settling, request: Request, context: Context, params: Params) {
  const [id, showingId] = [recordId(params.opportunityId), recordId(params.showingId)];
  const form = await readSubmission(request, confirmationForm, context);
  if (!form.isValid) return form.answer;
  const { write, toast } = settlings[settling];
  const api = apiOf(context);
  return sendForm(
    context,
    form,
    async (key) => {
      await openShowingFor(settling, context, params);
      await write(api, showingId, { key, etag: form.version });
      return { location: opportunityPath(id), toast };
    },
    () => findShowing(api, showingId),
  );
}

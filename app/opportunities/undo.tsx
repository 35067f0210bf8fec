import { redirect } from "react-router";
import * as z from "zod/mini";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { FormStart } from "../forms/forms.tsx";
import { labelOfStage } from "../labels.ts";
import { opportunityPath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { requiredText } from "../ui/form-values.ts";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/undo";
import { loadOpportunityFor, shownItem } from "./load-opportunity.server.ts";
import { OpportunityPage } from "./opportunity-page.tsx";
import { isConflict, refuseDuplicateDeal, undoMove, undoTidying } from "./opportunity-writes.server.ts";
import { sayTidied, sayTidyingUndone } from "./tidying.ts";

/** Takes back the latest move of a deal, or at the other address what was done after closing. */

const isOfTidying = (pattern: string) => pattern.endsWith("/after-closing/undoing");

/** Once nothing can be undone, the page is the opportunity's. */
export async function loader({ params, pattern, context }: Route.LoaderArgs) {
  const found = await loadOpportunityFor("move", context, params.opportunityId);
  const { undo, afterClosing, stage } = found;
  const item = shownItem(found);
  if (isOfTidying(pattern) && afterClosing !== null && !afterClosing.isUndone)
    return {
      item,
      title: "Undo what was done after closing?",
      subtitle: `${sayTidied(afterClosing)} The deal stays closed, and what someone changed since is left as it is.`,
      field: { name: "afterClosing", value: afterClosing.id },
      send: "Undo all of this",
      start: await startForm(context),
    };
  if (isOfTidying(pattern) || undo === null) throw redirect(opportunityPath(found.id));
  return {
    item,
    title: `Move back to ${labelOfStage(undo.to)}?`,
    subtitle: `Currently: ${labelOfStage(stage)}. Related changes to offers and showings are undone too. Both stay in the history.`,
    field: { name: "move", value: undo.moveId },
    send: "Undo stage change",
    start: await startForm(context),
  };
}

const shownId = requiredText("Open the page again.", 1000);
const moveForm = z.object({ move: shownId });
const tidyingForm = z.object({ afterClosing: shownId });

export async function action({ request, params, pattern, context }: Route.ActionArgs) {
  const id = recordId(params.opportunityId);
  const form = { request, context, ofRecord: true };
  const location = opportunityPath(id);
  if (isOfTidying(pattern))
    return submitForm(form, tidyingForm, async ({ api, value, key }) => {
      const undoing = undoTidying(api, id, value.afterClosing, key);
      const toast = undoing.then((undone) => sayTidyingUndone(undone?.afterClosing?.kept ?? []));
      return { location, toast: await orTooLate(toast, "or it was undone already") };
    });
  return submitForm(form, moveForm, async ({ api, value, key }) => {
    const found = await loadOpportunityFor("move", context, id);
    const undoing = refuseDuplicateDeal(api, found, () => undoMove(api, id, value.move, key));
    const toast = undoing.then(() => "Stage change undone.");
    return { location, toast: await orTooLate(toast, "or something else changed", "This stage change") };
  });
}

async function orTooLate(toast: Promise<string>, orElse: string, what = "This"): Promise<string> {
  try {
    return await toast;
  } catch (error) {
    if (isConflict(error)) return `${what} can no longer be undone: 10 minutes have passed, ${orElse}.`;
    throw error;
  }
}

export default function Undo({ loaderData, actionData }: Route.ComponentProps) {
  const { item, title, subtitle, field, send, start } = loaderData;
  return (
    <OpportunityPage item={item} title={title} crumb="Undo" subtitle={subtitle}>
      <PostForm>
        <FormStart start={start} reply={actionData} />
        <input type="hidden" {...field} />
        <div className="actions">
          <SubmitButton>{send}</SubmitButton>
          <LinkButton href={opportunityPath(item.id)}>Cancel</LinkButton>
        </div>
      </PostForm>
    </OpportunityPage>
  );
}

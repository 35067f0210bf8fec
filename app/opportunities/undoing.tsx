import { redirect } from "react-router";
import * as z from "zod/mini";
import { readForm, startForm, writeForm } from "../forms/forms.server.ts";
import { FormStart } from "../forms/forms.tsx";
import { apiOf, recordId } from "../session/session.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { requiredText } from "../ui/form-values.ts";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/undoing";
import { labelOfStage } from "./deal-words.ts";
import { loadOpportunityFor, titleOf } from "./load-opportunity.server.ts";
import { isConflict, undoMove } from "./opportunities.server.ts";
import { opportunityPath } from "./opportunity-list.ts";
import { OpportunityPage } from "./opportunity-page.tsx";
import { besideOther } from "./other-deal.server.ts";

const tooLate = "It could not be undone any more: ten minutes have passed, or something came after it.";

const undoForm = z.object({ move: requiredText("Open the page again.", 36) });

/** Once nothing can be undone, the page is the opportunity's. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await loadOpportunityFor("move", context, params.opportunityId);
  if (found.undo === null) throw redirect(opportunityPath(found.id));
  return {
    item: { id: found.id, ...titleOf(found) },
    from: labelOfStage(found.stage),
    to: labelOfStage(found.undo.to),
    move: found.undo.moveId,
    start: await startForm(context),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.opportunityId);
  const form = await readForm(request, undoForm, context, { ofRecord: true });
  if (!form.isValid) return form.answer;
  const found = await loadOpportunityFor("move", context, id);
  const api = apiOf(context);
  return writeForm(context, form, async ({ key }) => {
    try {
      await besideOther(api, found, () => undoMove(api, id, form.value.move, key));
      return { location: opportunityPath(id), toast: "Change of stage undone." };
    } catch (error) {
      if (!isConflict(error)) throw error;
      return { location: opportunityPath(id), toast: tooLate };
    }
  });
}

export default function UndoMove({ loaderData: { item, from, to, move, start }, actionData }: Route.ComponentProps) {
  return (
    <OpportunityPage
      item={item}
      title={`Back to “${to}”?`}
      crumb="Undo"
      subtitle={`It stands at “${from}” now. What the change did to offers and showings is taken back; the history keeps both.`}
    >
      <PostForm>
        <FormStart start={start} reply={actionData} />
        <input type="hidden" name="move" value={move} />
        <div className="actions">
          <SubmitButton>Undo change of stage</SubmitButton>
          <LinkButton href={opportunityPath(item.id)}>Cancel</LinkButton>
        </div>
      </PostForm>
    </OpportunityPage>
  );
}

import { startForm, submitForm } from "../forms/forms.server.ts";
import { FormStart, ReplyNotice } from "../forms/forms.tsx";
import { loadOpportunityFor, shownItem } from "../opportunities/load-opportunity.server.ts";
import { OpportunityPage } from "../opportunities/opportunity-page.tsx";
import { opportunityPath } from "../record-paths.ts";
import { apiOf, load, loadBoth, recordId } from "../session/session.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/acknowledge";
import { acknowledge, findClientAnswers } from "./client-answers.server.ts";
import { acknowledgementForm } from "./client-answers.ts";

/** Takes note of what the client has answered, up to what the page has shown: it needs no more attention. */

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = recordId(params.opportunityId);
  const [found, { answers }] = await loadBoth(
    loadOpportunityFor("update", context, id),
    load(findClientAnswers(apiOf(context), id)),
  );
  const newest = answers.find(({ isNoted }) => !isNoted);
  return { item: shownItem(found), until: newest?.insertedAt ?? null, start: await startForm(context) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.opportunityId);
  return submitForm({ request, context, ofRecord: true }, acknowledgementForm, async ({ api, value, key }) => {
    await loadOpportunityFor("update", context, id);
    await acknowledge(api, id, value.until, key);
    return { location: opportunityPath(id), toast: "Marked as read." };
  });
}

export default function AcknowledgeAnswers({ loaderData: { item, until, start }, actionData }: Route.ComponentProps) {
  const back = opportunityPath(item.id);
  return (
    <OpportunityPage
      item={item}
      title="Mark the client's answers as read?"
      crumb="Mark as read"
      subtitle={until === null ? "All of them are read." : "They leave “Needs attention” and stay on the deal."}
    >
      {until === null ? (
        <>
          <ReplyNotice reply={actionData} />
          <LinkButton href={back}>Back to the opportunity</LinkButton>
        </>
      ) : (
        <PostForm>
          <FormStart start={start} reply={actionData} />
          <input type="hidden" name="until" value={until} />
          <div className="actions">
            <SubmitButton>Mark answers as read</SubmitButton>
            <LinkButton href={back}>Back to the opportunity</LinkButton>
          </div>
        </PostForm>
      )}
    </OpportunityPage>
  );
}

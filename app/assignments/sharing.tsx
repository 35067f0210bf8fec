import { startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { nameOfColleague, suggestColleagues } from "../members/pickable-colleagues.server.ts";
import { resolveColleague } from "../members/resolve-colleague.server.ts";
import { ColleaguePicker } from "../picking/colleague-picker.tsx";
import type { PickQuestion } from "../picking/resolve-pick.server.ts";
import { apiOf, identityApiOf, load } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { Page, PageHead, Row, Rows, Sheet } from "../ui/page.tsx";
import type { Route } from "./+types/sharing";
import { assignedKinds, sharedKinds, shareForm } from "./assignment.ts";
import { addShare, listShares, loadSharedName, sharedRef } from "./assignments.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const ref = sharedRef(params);
  const [name, sharedWith, colleagues] = await Promise.all([
    loadSharedName(context, ref),
    load(listShares(apiOf(context), ref)),
    suggestColleagues(context),
  ]);
  return { ref, name, sharedWith, colleagues, start: await startForm(context) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ref = sharedRef(params);
  return submitForm<typeof shareForm, never, PickQuestion>(
    { request, context, ofRecord: true },
    shareForm,
    async ({ api, value, key }) => {
      await loadSharedName(context, ref);
      const typed = { text: value.colleagueText, chosen: value.colleague, chosenFor: value.colleagueFor };
      const colleagues = identityApiOf(context);
      const accountId = (await resolveColleague(colleagues, "colleague", typed)) ?? "";
      await addShare(api, ref, accountId, key);
      const name = await nameOfColleague(colleagues, accountId);
      return { location: assignedKinds[ref.kind].page(ref.id), toast: `Shared with ${name}.` };
    },
  );
}

export default function ShareWithColleague({ loaderData, actionData }: Route.ComponentProps) {
  const { ref, name, sharedWith, colleagues, start } = loaderData;
  const { list, page } = assignedKinds[ref.kind];
  const shared = sharedKinds[ref.kind];
  return (
    <Page narrow>
      <PageHead
        crumbs={[list, { label: name, href: page(ref.id) }, { label: "Share with a colleague" }]}
        title="Share with a colleague"
        subtitle={shared.with}
      />
      {sharedWith.length === 0 ? null : (
        <Sheet title="Shared with">
          <Rows label="Shared with">
            {sharedWith.map((colleague) => (
              <Row key={colleague.id}>
                <b>{colleague.name}</b>
                <LinkButton
                  href={shared.endingPage(ref.id, colleague.id)}
                  look="quiet"
                  aria-label={`Stop sharing with ${colleague.name}`}
                >
                  Stop
                </LinkButton>
              </Row>
            ))}
          </Rows>
        </Sheet>
      )}
      <RecordForm id="share" schema={shareForm} start={start} reply={actionData} send="Share" cancel={page(ref.id)}>
        {(form) => (
          <ColleaguePicker
            label="Colleague"
            fields={{ text: form.colleagueText, chosen: form.colleague, chosenFor: form.colleagueFor }}
            suggestions={colleagues}
            reply={actionData}
          />
        )}
      </RecordForm>
    </Page>
  );
}

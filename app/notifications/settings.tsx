import { href } from "react-router";
import { recordVersion, startForm, submitForm } from "../forms/forms.server.ts";
import { chosen, RecordForm } from "../forms/forms.tsx";
import { agentOf, apiOf, load } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { SelectField } from "../ui/fields.tsx";
import { PageHead, Sheet } from "../ui/page.tsx";
import type { Route } from "./+types/settings";
import { changeMailChoices, findMailChoices } from "./mail-choices.server.ts";
import { choiceOptions, choicesForm, topics, typedChoices } from "./mail-choices.ts";
import { offersDevices } from "./push-device.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { workspace, person } = agentOf(context);
  const version = recordVersion(await load(findMailChoices(apiOf(context))), typedChoices);
  const { typed } = version;
  const offersDevice = offersDevices(apiOf(context));
  return {
    typed,
    start: await startForm(context, version),
    workspace: workspace.name,
    email: person.email,
    offersDevice,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return submitForm(
    { request, context },
    choicesForm,
    async ({ api, value, ...terms }) => {
      await changeMailChoices(api, value, terms);
      return { location: href("/settings/notifications"), toast: "Email choices saved." };
    },
    async (api) => recordVersion(await findMailChoices(api), typedChoices),
  );
}

const compared = Object.fromEntries(topics.map(({ name, label }) => [name, chosen(label, choiceOptions)]));

export default function NotificationSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { typed, start, workspace, email, offersDevice } = loaderData;
  return (
    <>
      <PageHead
        title="Notifications"
        subtitle={`Which emails ${email} gets about ${workspace}. Everything is under Notifications in any case.`}
      />
      <RecordForm
        id="mail-choices"
        schema={choicesForm}
        start={start}
        reply={actionData}
        initial={typed}
        compared={compared}
        send="Save choices"
      >
        {(fields) =>
          topics.map(({ name, label, hint }) => (
            <SelectField key={name} field={fields[name]} label={label} hint={hint} options={choiceOptions} />
          ))
        }
      </RecordForm>
      {offersDevice ? (
        <Sheet title="On this device" padded>
          <p>This browser can show a notification within seconds, also while Latchkey is closed.</p>
          <div className="actions mt-2">
            <LinkButton href={href("/settings/notifications/device")}>Notifications on this device</LinkButton>
          </div>
        </Sheet>
      ) : null}
    </>
  );
}

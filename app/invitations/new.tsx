import { href } from "react-router";
import { describeLanguage } from "../clients/client-language.ts";
import { ClientLanguage } from "../clients/client-language-line.tsx";
import { ClientPage } from "../clients/client-page.tsx";
import { loadClient } from "../clients/load-client.server.ts";
import { confirmed, refuseAboveForm, startForm } from "../forms/forms.server.ts";
import { Confirmation } from "../forms/forms.tsx";
import { allows } from "../json-api/resource.ts";
import { clientPath } from "../record-paths.ts";
import { loadBoth, notFound, recordId, requirePermission } from "../session/session.server.ts";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/new";
import { sayOtherPortals } from "./invitation.ts";
import { findOtherPortals, invite, personAt, requireInvitations } from "./invitations.server.ts";
import { mayInvite } from "./portal-panel.server.ts";

export const handle = { form: "create" };

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const id = recordId(params.id);
  const back = { label: "Back to the client", href: clientPath(id) };
  requirePermission(context, "portal.invite", "invite clients", back);
  if (!mayInvite(context)) throw notFound();
  const [client] = await loadBoth(loadClient(context, id), requireInvitations(context, id));
  const address = addressIn(url) ?? client.email;
  const person = address === null ? client : personAt(client, address);
  if (person === null) throw notFound();
  const { name, email } = person;
  const others = email === null ? "" : sayOtherPortals(await findOtherPortals(context, id, email));
  const language = { language: describeLanguage(client), canChange: allows(client, "update") };
  return { client: { id, name: client.name }, name, email, others, ...language, start: await startForm(context) };
}

function addressIn(url: URL): string | null {
  return url.searchParams.get("email");
}

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const clientId = recordId(params.id);
  const email = addressIn(url);
  return confirmed({ request, context, ofRecord: true }, async ({ api, key }) => {
    await invite(api, { clientId, email }, key).catch(refuseAboveForm);
    return {
      location: clientPath(clientId),
      toast: email === null ? "Invitation sent." : `Invitation sent to ${email}.`,
    };
  });
}

export default function Invite({
  loaderData: { client, name, email, others, language, canChange, start },
  actionData,
}: Route.ComponentProps) {
  const page = { client, title: `Invite ${name}?`, crumb: "Invite" };
  if (email === null)
    return (
      <ClientPage {...page} subtitle="We email a link to the client portal.">
        <Notice tone="warn" title={`${name} has no email address.`}>
          <a href={href("/clients/:id/edit", { id: client.id })}>Add one</a> to invite them.
        </Notice>
      </ClientPage>
    );
  return (
    <ClientPage
      {...page}
      subtitle={`We email ${email} a link to the client portal. It works for 7 days and needs no password.`}
    >
      {others === "" ? null : (
        <Notice title={others}>In the client portal they choose between these, by the clients' names.</Notice>
      )}
      <ClientLanguage clientId={client.id} language={language} canChange={canChange} />
      <Confirmation start={start} reply={actionData} send="Send invitation" cancel={clientPath(client.id)} />
    </ClientPage>
  );
}

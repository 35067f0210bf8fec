import * as z from "zod/mini";
import { PortalFormStart, problem } from "../client-pages/portal-form.tsx";
import { PortalShell } from "../client-pages/portal-shell.tsx";
import { useTexts } from "../client-pages/texts/texts.ts";
import { readForm, startForm } from "../forms/forms.server.ts";
import { pathAt } from "../landing/landing-view.tsx";
import { SubmitButton } from "../ui/button.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { requiredText } from "../ui/form-values.ts";
import type { Route } from "./+types/contact";
import { PortalTextArea } from "./parts/portal-choices.tsx";
import { SenderFields, senderShape } from "./parts/sender-fields.tsx";
import { answerRequest, landingOfForm } from "./public-request.server.ts";

/** A first message to a workspace, from anybody. */

export const handle = { form: "create" };

const contactForm = z.object({
  ...senderShape,
  message: requiredText(problem("enterMessage"), 100_000).check(z.maxLength(4000, problem("longMessage"))),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const { name, handle, agent } = await landingOfForm(context, url);
  return { name, agent: agent.name, back: pathAt(handle, "/client-portal"), start: await startForm(context) };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const { handle } = await landingOfForm(context, url);
  const form = await readForm(request, contactForm, context);
  if (!form.isValid) return form.answer;
  const location = pathAt(handle, "/client-portal/contact/sent");
  return answerRequest(context, form, { kind: "message", handle, location });
}

export default function PortalContact({ loaderData, actionData }: Route.ComponentProps) {
  const { contact } = useTexts().landing;
  const { name, agent, back, start } = loaderData;
  const [form, fields] = useSchemaForm({ id: "contact", schema: contactForm, result: actionData?.result });
  return (
    <PortalShell
      title={contact.title(agent)}
      subtitle={contact.subtitle(name)}
      below={<a href={back}>{contact.back}</a>}
    >
      <PostForm form={form}>
        <PortalFormStart form={form} start={start} reply={actionData} />
        <SenderFields fields={fields} />
        <PortalTextArea field={fields.message} label={contact.message} />
        <SubmitButton>{contact.send}</SubmitButton>
      </PostForm>
    </PortalShell>
  );
}

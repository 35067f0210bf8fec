import * as z from "zod/mini";
import { AgreementField } from "../client-pages/agreement-field.tsx";
import { PortalFormStart, problem } from "../client-pages/portal-form.tsx";
import { PortalShell } from "../client-pages/portal-shell.tsx";
import { useTexts } from "../client-pages/texts/texts.ts";
import { readForm, startForm } from "../forms/forms.server.ts";
import { pathAt } from "../landing/landing-view.tsx";
import { agreementOf, type Foot } from "../session/foot.ts";
import { notFound } from "../session/session.server.ts";
import { SubmitButton } from "../ui/button.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import type { Route } from "./+types/register";
import { SenderFields, senderShape } from "./parts/sender-fields.tsx";
import { answerRequest, landingOfForm } from "./public-request.server.ts";

/** Somebody asks to become a client. They see nothing until they have confirmed the address and an agent has accepted them. */

export const handle = { form: "create" };

/** @param asked whether the workspace has anything that one can agree to */
const formThat = (asked: boolean) =>
  z.object({
    ...senderShape,
    agreed: z.catch(z.string(), "").check(z.refine((value) => !asked || value === "on", problem("agreeFirst"))),
  });
const [askingForm, plainForm] = [formThat(true), formThat(false)];

const formFor = (foot: Foot) => (agreementOf(foot) === null ? plainForm : askingForm);

export async function loader({ context, url }: Route.LoaderArgs) {
  const { name, handle, agent, takesRegistrations, foot } = await landingOfForm(context, url);
  const shown = { name, agent: agent.name, foot, takesRegistrations, back: pathAt(handle, "/client-portal") };
  return { ...shown, start: await startForm(context) };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const { handle, takesRegistrations, foot } = await landingOfForm(context, url);
  if (!takesRegistrations) throw notFound();
  const form = await readForm(request, formFor(foot), context);
  if (!form.isValid) return form.answer;
  const location = pathAt(handle, "/client-portal/register/sent");
  return answerRequest(context, form, { kind: "registration", handle, location });
}

export default function PortalRegister({ loaderData, actionData }: Route.ComponentProps) {
  const { register, contact } = useTexts().landing;
  const { name, agent, foot, takesRegistrations, back, start } = loaderData;
  const [form, fields] = useSchemaForm({ id: "register", schema: formFor(foot), result: actionData?.result });
  const agreement = agreementOf(foot);
  const below = <a href={back}>{contact.back}</a>;
  if (!takesRegistrations) return <PortalShell title={register.offTitle} subtitle={register.off(name)} below={below} />;
  return (
    <PortalShell title={register.title(name)} subtitle={register.subtitle(agent)} below={below}>
      <PostForm form={form}>
        <PortalFormStart form={form} start={start} reply={actionData} />
        <SenderFields fields={fields} />
        {agreement === null ? null : (
          <AgreementField field={fields.agreed} label={register.agree[agreement](name)} foot={foot} />
        )}
        <SubmitButton>{register.send}</SubmitButton>
      </PostForm>
    </PortalShell>
  );
}

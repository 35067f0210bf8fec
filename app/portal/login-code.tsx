import { href } from "react-router";
import { PortalField, PortalFormStart } from "../client-pages/portal-form.tsx";
import { PortalShell } from "../client-pages/portal-shell.tsx";
import { useTexts } from "../client-pages/texts/texts.ts";
import { areas } from "../session/area.ts";
import { settingsContext } from "../session/context.ts";
import { withNext } from "../session/next-path.ts";
import { portalCodeForm } from "../sign-in/credentials.ts";
import { signInAction } from "../sign-in/sign-in.server.ts";
import { findAskedLink } from "../sign-in/strategies.server.ts";
import { SubmitButton } from "../ui/button.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import type { Route } from "./+types/login-code";

/** After the email was asked for: its code, for those whose mail opens in another browser. */

export async function loader({ context, url }: Route.LoaderArgs) {
  const { email } = await findAskedLink(context);
  return {
    email,
    next: url.searchParams.get("next"),
    hasOutbox: context.get(settingsContext).outbox !== null,
  };
}

export async function action(args: Route.ActionArgs) {
  return signInAction("portal_code", args);
}

export default function PortalLoginCode({ loaderData: { email, next, hasOutbox }, actionData }: Route.ComponentProps) {
  const { code } = useTexts();
  const [form, fields] = useSchemaForm({ id: "code", schema: portalCodeForm, result: actionData?.result });
  return (
    <PortalShell
      title={code.title}
      subtitle={email === null ? code.sent : code.sentTo(email)}
      below={<a href={withNext(areas.portal.login, next)}>{code.again}</a>}
    >
      <PostForm form={form}>
        <PortalFormStart form={form} reply={actionData} />
        <PortalField field={fields.code} label={code.code} autoComplete="one-time-code" inputMode="numeric" />
        <div className="acts">
          <SubmitButton>{code.send}</SubmitButton>
          {hasOutbox ? <a href={href("/outbox")}>{code.outbox}</a> : null}
        </div>
      </PostForm>
    </PortalShell>
  );
}

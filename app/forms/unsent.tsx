import { redirectDocument } from "react-router";
import { discardParkedForm, findUnsent } from "../session/parked-form.server.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { currentUserOf } from "../session/session.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { Page, PageHead } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/unsent";

/** The way out of a form that was brought back after signing in. */
export async function loader({ context }: Route.LoaderArgs) {
  const unsent = await findUnsent(context.get(requestSessionContext), currentUserOf(context).person.id);
  return { path: unsent?.path ?? "/dashboard" };
}

export async function action({ context }: Route.ActionArgs) {
  const path = await discardParkedForm(context.get(requestSessionContext), currentUserOf(context).person.id);
  return redirectDocument(path ?? "/dashboard", 303);
}

export default function Unsent({ loaderData: { path } }: Route.ComponentProps) {
  return (
    <Page narrow>
      <PageHead title="Discard what you typed?" subtitle="It was never submitted. The form will be empty again." />
      <PostForm>
        <div className="actions">
          <SubmitButton look="bad">Discard it</SubmitButton>
          <LinkButton href={path}>Keep it</LinkButton>
        </div>
      </PostForm>
    </Page>
  );
}

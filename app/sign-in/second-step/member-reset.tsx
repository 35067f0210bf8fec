import { href } from "react-router";
import { confirmed, FormRefusal, startForm } from "../../forms/forms.server.ts";
import { Confirmation } from "../../forms/forms.tsx";
import { ApiError } from "../../json-api/api-error.ts";
import { identityApiOf, load, recordId, requirePermission } from "../../session/session.server.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Page, PageHead } from "../../ui/page.tsx";
import type { Route } from "./+types/member-reset";
import { fetchMemberTwoStep, resetMemberTwoStep } from "./second-step.server.ts";

const back = href("/settings");

function requireReset(context: Route.LoaderArgs["context"]): void {
  requirePermission(context, "workspace.update", "reset members' two-step sign-in", {
    label: "Back to settings",
    href: back,
  });
}

export async function loader({ params, context }: Route.LoaderArgs) {
  requireReset(context);
  const { name, isOn, canReset } = await load(fetchMemberTwoStep(identityApiOf(context), recordId(params.memberId)));
  return { name, isOn, start: canReset ? await startForm(context) : null };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  requireReset(context);
  const api = identityApiOf(context);
  return confirmed({ request, context, ofRecord: true }, async () => {
    await resetMemberTwoStep(api, recordId(params.memberId)).catch((error: unknown) => {
      throw sayWhy(error);
    });
    return { location: back, toast: "Two-step sign-in was reset. They have been told by email." };
  });
}

function sayWhy(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.kind === "conflict") return new FormRefusal({ text: "Their two-step sign-in is off already." });
  return error.kind === "forbidden" ? new FormRefusal({ text: notByYou, status: 403 }) : error;
}

const notByYou =
  "You can't reset it for this person: they own a workspace, belong to one that you don't manage, or are yourself. A recovery code helps, or whoever runs this server.";

export default function ResetMember({ loaderData: { name, isOn, start }, actionData }: Route.ComponentProps) {
  const question = `Reset two-step sign-in of ${name}?`;
  const explanation =
    "They are signed out everywhere, and signing in takes no code until they set it up again. Make sure that it is really them who asks. They are told by email, and the history says that it was you.";
  return (
    <Page narrow>
      <PageHead
        title={start === null ? `Two-step sign-in of ${name}` : question}
        subtitle={start !== null ? explanation : isOn ? notByYou : "It is off: signing in takes no code."}
      />
      {start === null ? (
        <LinkButton href={back}>Back to settings</LinkButton>
      ) : (
        <Confirmation start={start} reply={actionData} send="Reset" look="bad" cancel={back} />
      )}
    </Page>
  );
}

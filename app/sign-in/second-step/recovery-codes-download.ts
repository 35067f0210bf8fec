import { href, redirect } from "react-router";
import { currentUserOf } from "../../session/session.server.ts";
import type { Route } from "./+types/recovery-codes-download";
import { loadTwoStep } from "./second-step.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { recoveryCodes } = await loadTwoStep(context);
  if (recoveryCodes === null) throw redirect(href("/settings/account/two-step"));
  const { email } = currentUserOf(context).person;
  const text = ["Latchkey recovery codes", email, "Each works once.", "", ...recoveryCodes, ""].join("\r\n");
  return new Response(text, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": 'attachment; filename="latchkey-recovery-codes.txt"',
      "Cache-Control": "no-store",
    },
  });
}

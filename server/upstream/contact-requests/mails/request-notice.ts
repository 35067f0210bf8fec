import { renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";

export interface RequestNotice {
  readonly to: string;
  /** First name of the agent. */
  readonly name: string;
  readonly workspaceName: string;
  readonly url: string;
}

/** Tells an agent that somebody used the public page. It repeats nothing of what was typed there: nobody has proved the address. */
export function requestNotice({ to, name, workspaceName, url }: RequestNotice): Mail {
  const letter = renderEmail({
    subject: `New request on the public page of ${workspaceName}`,
    name,
    opening: [
      `Somebody has sent a request from the public page of ${workspaceName}. It waits for you on the client's page.`,
    ],
    link: { label: "See the request", url },
    closing: ["You get this email because the client is assigned to you, or your name is on the public page."],
  });
  return { ...letter, to };
}

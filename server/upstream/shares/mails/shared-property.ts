import { renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";

export interface SharedPropertyMail {
  readonly to: string;
  readonly name: string;
  /** The agent who shares it, and the address of the property. */
  readonly agent: { readonly name: string; readonly email: string };
  readonly workspaceName: string;
  /** One line: street and city. */
  readonly address: string;
  /** The agent's own words; empty for none. */
  readonly note: string;
  readonly url: string;
  readonly days: number;
}

/** Shows a client a property that their agent has prepared for them. */
export function sharedPropertyMail(mail: SharedPropertyMail): Mail {
  const { to, name, agent, workspaceName, address, note, url, days } = mail;
  const lines = note.split(/\n+/).filter((line) => line.trim() !== "");
  const letter = renderEmail({
    subject: `${address}: a property for you`,
    name,
    opening: [
      `${agent.name} of ${workspaceName} has shared a property with you: ${address}.`,
      ...(lines.length > 0 ? [`${agent.name} writes:`, ...lines] : []),
    ],
    link: { label: "See the property", url },
    closing: [
      `This link is just for you and works for ${days} days. Anyone you forward it to will see the same page.`,
      `Questions? Write to ${agent.name}: ${agent.email}`,
    ],
  });
  return { ...letter, to };
}

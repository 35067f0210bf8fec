/** The forms about what is shown outside of the workspace. */

import { randomUUID } from "node:crypto";
import { registerAgent } from "./agent.ts";
import type { AgentForm, PublicForm, SeededAgent } from "./form-types.ts";
import { createLink } from "./package-parts.ts";
import { createPackage } from "./seeded-agent.ts";
import type { Visit, Visitor } from "./visitor.ts";

const tag = (): string => randomUUID().slice(0, 8);

export const sharedForm: PublicForm = {
  pattern: "/shared/:token",
  button: "Open",
  typed: () => ({ passcode: "not the right one" }),
  open: openSharedLink,
};

export const linkForms: readonly AgentForm[] = [
  {
    pattern: "/packages/:packageId/shares/new",
    button: "Create link",
    does: "makes",
    typed: () => ({ label: `For ${tag()}`, endsOn: "2031-03-01" }),
    open: (visitor, { packageId }) => visitor.open(`/packages/${packageId}/shares/new`),
  },
  {
    pattern: "/packages/:packageId/shares/clients",
    button: "Share with 1 client",
    buttonBefore: "Continue",
    does: "makes",
    typed: () => ({ note: `Look at the kitchen, ${tag()}.` }),
    refused: { clientIds: "" },
    open: (visitor, { packageId, clientId }) =>
      visitor.open(`/packages/${packageId}/shares/clients?clients=${clientId}`),
  },
  {
    pattern: "/clients/:id/shares",
    button: "Share 1 property",
    buttonBefore: "Continue",
    does: "makes",
    typed: () => ({ note: `Two to look at, ${tag()}.`, sendsEmpty: "on" }),
    refused: { packageIds: "" },
    open: (visitor, { clientId, packageId }) => visitor.open(`/clients/${clientId}/shares?packages=${packageId}`),
  },
  {
    pattern: "/packages/:packageId/shares/:shareId/edit",
    button: "Save changes",
    does: "changes",
    typed: () => ({ label: `For ${tag()}`, endsOn: "2031-03-01" }),
    open: (visitor, { packageId, shareId }) => visitor.open(`/packages/${packageId}/shares/${shareId}/edit`),
  },
  {
    pattern: "/packages/:packageId/shares/:shareId/revocation",
    button: "Revoke link",
    does: "changes",
    typed: () => ({}),
    open: openRevocation,
  },
];

/** A link beside the seeded one: the plan has room for few, so that one which is left over is taken first. */
async function openRevocation(visitor: Visitor, { packageId, shareId }: SeededAgent): Promise<Visit> {
  const { document } = await visitor.open(`/packages/${packageId}/shares`);
  const active = document.querySelectorAll("main li").find(({ text, innerHTML }) => {
    return text.includes("Active") && !text.includes("Mailed") && !innerHTML.includes(shareId);
  });
  const [, left] = /\/shares\/([0-9a-f-]{36})/.exec(active?.innerHTML ?? "") ?? [];
  const id = left ?? (await createLink(visitor, packageId, { label: `For ${tag()}` }));
  return visitor.open(`/packages/${packageId}/shares/${id}/revocation`);
}

/** A link of somebody else's, with a passcode. */
async function openSharedLink(visitor: Visitor): Promise<Visit> {
  const { visitor: owner } = await registerAgent(visitor.origin);
  const packageId = await createPackage(owner, { street: `${tag()} Alder Street` });
  await createLink(owner, packageId, { label: "For you", passcode: "maple-77" });
  const address = owner.page.document.querySelector("input[aria-label=Link]")?.getAttribute("value") ?? "";
  await owner.close();
  return visitor.open(new URL(address).pathname);
}

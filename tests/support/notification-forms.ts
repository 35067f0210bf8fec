/** The forms about what people are told, and by which emails. */
import { randomUUID } from "node:crypto";
import { findMailedLink, registerAgent } from "./agent.ts";
import type { AgentForm, PublicForm } from "./form-types.ts";
import { openPortalRequest } from "./portal-forms.ts";
import { openDevice, someBrowser, switchOff } from "./push-devices.ts";
import { createClient, createPackage } from "./seeded-agent.ts";
import type { Visit, Visitor } from "./visitor.ts";

const devicePath = "/settings/notifications/device";

export const notificationForms: readonly AgentForm[] = [
  {
    pattern: "/notifications",
    button: "Mark all as read",
    does: "settles",
    typed: () => ({}),
    async open(visitor, _agent, findLink) {
      await openPortalRequest(visitor, findLink);
      return visitor.open("/notifications");
    },
  },
  {
    pattern: "/settings/notifications",
    button: "Save choices",
    does: "settles",
    typed: () => ({ clients: "daily", documents: "each" }),
    open: (visitor) => visitor.open("/settings/notifications"),
  },
  {
    pattern: "/settings/notifications/device",
    button: "Switch on",
    does: "settles",
    typed: () => ({ deviceToken: someBrowser(), showsNames: "on", quietFrom: "22", quietUntil: "6" }),
    open: (visitor) => openDevice(visitor, devicePath, false),
  },
  {
    pattern: "/settings/notifications/device/removal",
    button: switchOff,
    does: "settles",
    typed: () => ({}),
    open: (visitor) => openDevice(visitor, devicePath, true),
  },
];

export const mailChoiceForm: PublicForm = {
  pattern: "/client-portal/mails/:token",
  button: "Save choice",
  typed: () => ({ choice: "daily" }),
  open: openMailChoice,
};

/** The page that a property shared with a client links to. */
async function openMailChoice(visitor: Visitor): Promise<Visit> {
  const { visitor: owner } = await registerAgent(visitor.origin);
  const tag = randomUUID().slice(0, 8);
  const email = `reader.${tag}@nowhere.example`;
  const clientId = await createClient(owner, { name: "Rita Reader", email });
  const packageId = await createPackage(owner, { street: `${tag} Alder Street` });
  await owner.open(`/packages/${packageId}/shares/clients?clients=${clientId}`);
  await owner.submitOnly({ sendsEmpty: "on" }, { button: "Share with 1 client, send 1 email" });
  await owner.close();
  return visitor.open(await findMailedLink(visitor, email, "/client-portal/mails/"));
}

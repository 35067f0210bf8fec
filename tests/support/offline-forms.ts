/** Forms about what was not sent, and about the device that keeps it. */
import { randomUUID } from "node:crypto";
import type { AgentForm } from "./form-types.ts";
import { fillForm } from "./posted-form.ts";
import type { Visit, Visitor } from "./visitor.ts";

const own = "This is my device: keep pages here";
const nothing = () => ({});

/** Hands over a form that waits on a device, as its worker does, so that the server keeps it. */
async function parkForm(visitor: Visitor): Promise<Visit> {
  const headers = {
    "latchkey-worker": "park",
    "content-type": "application/x-www-form-urlencoded",
    origin: visitor.origin,
    "sec-fetch-site": "same-origin",
  };
  const name = `Nia ${randomUUID().slice(0, 8)}`;
  const { fields } = fillForm(await visitor.open("/clients/new"), "Create client", { name });
  fields.set("_parked", "/clients/new");
  await visitor.request("/waiting/parked", { method: "POST", headers, body: fields.toString() });
  // As in another browser: this one's own form may be another one.
  visitor.cookies.delete("latchkey_form");
  return visitor.open("/waiting");
}

async function openDiscard(visitor: Visitor): Promise<Visit> {
  await parkForm(visitor);
  return visitor.follow("Discard");
}

async function openForgetting(visitor: Visitor): Promise<Visit> {
  await visitor.open("/device");
  if (visitor.page.text.includes("This is my device")) await visitor.submit({}, { button: own });
  await visitor.open("/settings/account/sessions");
  return visitor.follow("Forget");
}

export const offlineForms: readonly AgentForm[] = [
  { pattern: "/waiting", button: "Open", does: "settles", typed: nothing, open: parkForm },
  { pattern: "/waiting/:formId/discard", button: "Discard it", does: "settles", typed: nothing, open: openDiscard },
  {
    pattern: "/device",
    button: own,
    does: "settles",
    typed: nothing,
    async open(visitor) {
      visitor.cookies.delete("latchkey_kept");
      return visitor.open("/device");
    },
  },
  {
    pattern: "/device",
    button: "Forget this device",
    does: "settles",
    typed: nothing,
    async open(visitor) {
      await visitor.open("/device");
      if (visitor.page.text.includes("This is my device")) await visitor.submit({}, { button: own });
      return visitor.open("/device");
    },
  },
  {
    pattern: "/settings/account/devices/:deviceId/removal",
    button: "Forget this device",
    does: "settles",
    typed: nothing,
    open: openForgetting,
  },
];

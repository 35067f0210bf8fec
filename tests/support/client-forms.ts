/** Every form of the client portal behind its sign-in: how a client gets to see it, and what it takes. */

import { randomUUID } from "node:crypto";
import { findMailedLink } from "./agent.ts";
import { openDevice, someBrowser, switchOff } from "./push-devices.ts";
import type { SeededBuyer } from "./seeded-buyer.ts";
import { sendToTakeBack } from "./sent-document.ts";
import { tenInDays } from "./ten-in-days.ts";
import { type Visit, Visitor } from "./visitor.ts";

export interface ClientForm {
  /** Of the page that takes it, as the route map knows it, below the portal's home. */
  readonly pattern: string;
  /** The text of its first button. */
  readonly button: string;
  /**
   * makes: something new. changes: a record that it was shown with. settles: idempotent by nature, carries no key. stores: a file,
   * without which there is nothing to send.
   */
  readonly does: "makes" | "changes" | "settles" | "stores";
  /** What is typed or chosen, in texts that are taken. */
  readonly typed: () => Readonly<Record<string, string>>;
  readonly open: (buyer: SeededBuyer) => Promise<Visit>;
}

const home = "/client-portal/dashboard";
const nothing = () => ({});
const remark = (): string => `With a garden, ${randomUUID().slice(0, 8)}.`;
const at =
  (below: string) =>
  ({ visitor }: SeededBuyer) =>
    visitor.open(home + below);
const atProperty =
  (below: string) =>
  ({ visitor, packageId }: SeededBuyer) =>
    visitor.open(`${home}/properties/${packageId}${below}`);

/** Makes an address for the calendar first, which is then to be ended. */
async function openCalendarRemoval({ visitor }: SeededBuyer): Promise<Visit> {
  await visitor.open(`${home}/calendar`);
  await visitor.submit({}, { form: "main form" });
  return visitor.open(`${home}/calendar/removal`);
}

/** Sends a document, to be taken back. */
const openDocumentRemoval = ({ visitor }: SeededBuyer): Promise<Visit> => sendToTakeBack(visitor, "Mistake");

/** Asks for a showing where none is asked for. @returns the property's page, with the way to call it off */
async function askForShowing({ visitor, packageId }: SeededBuyer): Promise<Visit> {
  const property = `${home}/properties/${packageId}`;
  const page = await visitor.open(property);
  if (page.document.querySelector('a[href$="/cancellation"]') !== null) return page;
  await visitor.open(`${property}/showings/new`);
  return visitor.submit({ first: tenInDays(21) }, { form: "main form", button: "Send" });
}

async function openShowingCancel(buyer: SeededBuyer): Promise<Visit> {
  const { document } = await askForShowing(buyer);
  return buyer.visitor.open(document.querySelector('a[href$="/cancellation"]')?.getAttribute("href") ?? "");
}

/** Signs in once more elsewhere, so that there is a sign-in to end. */
async function openSignIns({ visitor, email }: SeededBuyer): Promise<Visit> {
  const phone = new Visitor(visitor.origin);
  await phone.open("/client-portal/login");
  await phone.submit({ email }, { button: "Send me a link" });
  await phone.open(await findMailedLink(phone, email, "/client-portal/sign-in/"));
  await phone.submit({}, { button: "Sign in" });
  await phone.close();
  return visitor.open(`${home}/me`);
}

/** The home with the task still to be done. */
async function openTodo(visitor: Visitor): Promise<Visit> {
  const { document } = await visitor.open(home);
  const isDone = document.querySelector('form[action$="/completion/removal"]') !== null;
  return isDone ? visitor.submit({}, { button: "Not done yet" }) : visitor.page;
}

export const clientForms: readonly ClientForm[] = [
  {
    pattern: "/calendar",
    button: "Make an address for my calendar",
    does: "makes",
    typed: nothing,
    open: at("/calendar"),
  },
  { pattern: "/calendar/removal", button: "End the address", does: "makes", typed: nothing, open: openCalendarRemoval },
  {
    pattern: "/documents/:sentDocumentId/removal",
    button: "Take it back and delete it",
    does: "makes",
    typed: nothing,
    open: openDocumentRemoval,
  },
  {
    pattern: "/tasks/:taskId/completion",
    button: "Mark as done",
    does: "settles",
    typed: nothing,
    open: ({ visitor }) => openTodo(visitor),
  },
  {
    pattern: "/tasks/:taskId/completion/removal",
    button: "Not done yet",
    does: "settles",
    typed: nothing,
    async open({ visitor }) {
      const { document } = await visitor.open(home);
      const isDone = document.querySelector('form[action$="/completion/removal"]') !== null;
      return isDone ? visitor.page : visitor.submit({}, { button: "Mark as done" });
    },
  },
  {
    pattern: "/properties/:packageId",
    button: "Save",
    does: "makes",
    typed: () => ({ priority: "Low" }),
    open: atProperty(""),
  },
  {
    pattern: "/properties/:packageId/interest",
    button: "Send",
    does: "makes",
    typed: () => ({ choice: "interested", remark: remark() }),
    open: atProperty("/interest"),
  },
  {
    pattern: "/properties/:packageId/rating",
    button: "Send",
    does: "makes",
    typed: () => ({ rating: "4", remark: remark() }),
    open: atProperty("/rating"),
  },
  {
    pattern: "/properties/:packageId/showings/new",
    button: "Send",
    does: "makes",
    typed: () => ({ other: "instead", first: tenInDays(20), second: "", third: "", remark: remark() }),
    async open(buyer) {
      await askForShowing(buyer);
      return buyer.visitor.open(`${home}/properties/${buyer.packageId}/showings/new`);
    },
  },
  {
    pattern: "/properties/:packageId/showings/:showingId/cancellation",
    button: "Cancel this request",
    does: "settles",
    typed: nothing,
    open: openShowingCancel,
  },
  {
    pattern: "/properties/:packageId/offer",
    button: "Send",
    does: "makes",
    typed: () => ({ choice: "changes", remark: remark() }),
    open: atProperty("/offer"),
  },
  {
    pattern: "/properties/:packageId/repairs",
    button: "Send",
    does: "makes",
    // Its fields are called by the findings.
    typed: nothing,
    async open({ visitor, boughtPackageId }) {
      await visitor.open(`${home}/properties/${boughtPackageId}/repairs`);
      const [first] = visitor.page.document.querySelectorAll("main input[type=radio]");
      first?.setAttribute("checked", "");
      return visitor.page;
    },
  },
  {
    pattern: "/properties/:packageId/questions/new",
    button: "Send",
    does: "makes",
    typed: () => ({ body: `Is the attic insulated? ${remark()}` }),
    open: atProperty("/questions/new"),
  },
  {
    pattern: "/tasks/:taskId/document",
    button: "Send document",
    does: "stores",
    typed: nothing,
    async open({ visitor }) {
      const { document } = await openTodo(visitor);
      return visitor.open(document.querySelector("main a[href$='/document']")?.getAttribute("href") ?? "");
    },
  },
  { pattern: "/documents", button: "Send document", does: "stores", typed: nothing, open: at("/documents") },
  {
    pattern: "/messages",
    button: "Send message",
    does: "makes",
    typed: () => ({ body: remark() }),
    open: at("/messages"),
  },
  {
    pattern: "/me",
    button: "Save",
    does: "makes",
    typed: () => ({ name: `Nora ${randomUUID().slice(0, 8)}`, phoneNumber: "206 555 0144", language: "en" }),
    open: at("/me"),
  },
  {
    pattern: "/me/wishes",
    button: "Send",
    does: "changes",
    typed: () => ({
      "budget.amount": `${600_000 + Math.floor(Math.random() * 90_000)}`,
      minBeds: "3",
      minBaths: "2.5",
      minLotSize: "4000",
      minGarages: "1",
      preferredAreas: `Ballard ${randomUUID().slice(0, 8)}`,
      propertyTypes: "Townhouse",
      remark: remark(),
    }),
    open: at("/me/wishes"),
  },
  { pattern: "/me/mails", button: "Save choice", does: "settles", typed: () => ({ choice: "daily" }), open: at("/me") },
  {
    pattern: "/me/device",
    button: "Switch on",
    does: "settles",
    typed: () => ({ deviceToken: someBrowser(), showsNames: "on", quietFrom: "22", quietUntil: "6" }),
    open: ({ visitor }) => openDevice(visitor, `${home}/me/device`, false),
  },
  {
    pattern: "/me/device/removal",
    button: switchOff,
    does: "settles",
    typed: nothing,
    open: ({ visitor }) => openDevice(visitor, `${home}/me/device`, true),
  },
  {
    pattern: "/me/deletion",
    button: "Ask to be deleted",
    does: "settles",
    typed: nothing,
    async open({ visitor }) {
      const { text } = await visitor.open(`${home}/me/deletion`);
      return text.includes("Take it back") ? visitor.submit({}, { button: "Take it back" }) : visitor.page;
    },
  },
  {
    pattern: "/me/deletion",
    button: "Take it back",
    does: "settles",
    typed: nothing,
    async open({ visitor }) {
      const { text } = await visitor.open(`${home}/me/deletion`);
      return text.includes("Take it back") ? visitor.page : visitor.submit({}, { button: "Ask to be deleted" });
    },
  },
  { pattern: "/me/sign-ins/:signInId/removal", button: "End", does: "settles", typed: nothing, open: openSignIns },
];

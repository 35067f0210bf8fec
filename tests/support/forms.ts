/** Every form of the product that writes: how somebody gets to see it, and what it takes. */
import { randomInt, randomUUID } from "node:crypto";
import { inject } from "vitest";
import { accountForms, emailConfirmationForm } from "./account-forms.ts";
import { findMailedLink } from "./agent.ts";
import { answerForms } from "./answer-forms.ts";
import { assignmentForms } from "./assignment-forms.ts";
import { batchForms } from "./batch-forms.ts";
import { billingForms } from "./billing-forms.ts";
import { contactForms, publicContactForms } from "./contact-forms.ts";
import { costsForms } from "./costs-forms.ts";
import { documentForms } from "./document-forms.ts";
import type { AgentForm, PublicForm } from "./form-types.ts";
import { inspectionForms } from "./inspection-forms.ts";
import { inviteByServer } from "./invitations.ts";
import { linkForms, sharedForm } from "./link-forms.ts";
import { memberForms } from "./member-forms.ts";
import { mergeForms } from "./merge-forms.ts";
import { messageForms } from "./message-forms.ts";
import { mailChoiceForm, notificationForms } from "./notification-forms.ts";
import { smallPicture } from "./odd-pictures.ts";
import { offlineForms } from "./offline-forms.ts";
import { opportunityForms } from "./opportunity-forms.ts";
import { packageForms } from "./package-forms.ts";
import { portalForms, portalSignInForms } from "./portal-forms.ts";
import { addImport, addPackageImport, createClient } from "./seeded-agent.ts";
import { taskForms } from "./task-forms.ts";
import { trashForms } from "./trash-forms.ts";
import { viewForms } from "./view-forms.ts";
import type { Visit, Visitor } from "./visitor.ts";
import { workspaceForms } from "./workspace-forms.ts";

/** The settings of the server that is tested. */
const here = () => ({ ...inject("whereData"), PUBLIC_ORIGIN: inject("origin") });
const tag = (): string => randomUUID().slice(0, 8);
const nothing = () => ({});
const ownWords = () => ({ ...contact(), otherSource: "Barber", tags: "Relocation\nVIP" });
const contact = () => ({ name: `Nia ${tag()}`, email: `nia.${tag()}@client.example`, phoneNumber: "206 555 0144" });
const someAddress = (): string => `somebody.${tag()}@nowhere.example`;
const newcomer = () => ({ name: "Noor Haddad", email: someAddress(), phoneNumber: "206 555 0155" });

function profile(): Readonly<Record<string, string>> {
  const figures = { "budget.amount": "850000", "budget.currency": "CAD", minBeds: "3", minBaths: "2.5" };
  const more = { minLotSize: "4000", minGarages: "1", propertyTypes: "Townhouse" };
  return { ...figures, ...more, preferredAreas: `Ballard ${tag()}`, notes: `Quiet, ${tag()}` };
}

/** Forms before the sign-in; each is opened by a visitor of its own, with what leads to it. */
export const publicForms: readonly PublicForm[] = [
  {
    pattern: "/login",
    button: "Login",
    typed: () => ({ email: someAddress(), password: "not a known one" }),
    open: (visitor) => visitor.open("/login/"),
  },
  {
    pattern: "/login/link",
    button: "Send email",
    typed: () => ({ email: someAddress() }),
    open: (visitor) => visitor.open("/login/link"),
  },
  { pattern: "/login/code", button: "Login", typed: () => ({ code: "000000" }), open: openCode },
  { pattern: "/sign-in/:token", button: "Login", typed: nothing, open: openSignInLink },
  {
    pattern: "/register/account",
    button: "Next",
    typed: () => newcomer(),
    open: (visitor) => visitor.open("/register/account"),
  },
  {
    pattern: "/register/workspace",
    button: "Next",
    typed: () => ({ workspaceName: "New Homes", workspaceHandle: `new-${tag()}` }),
    open: openSecondStep,
  },
  {
    pattern: "/verify/:token",
    button: "Open my workspace",
    typed: () => ({ password: `a quiet street ${tag()}` }),
    open: openVerification,
  },
  {
    pattern: "/invitation/:token",
    button: "Open my workspace",
    typed: () => ({
      name: "Noor Haddad",
      workspaceName: "New Homes",
      workspaceHandle: `new-${tag()}`,
      password: `a quiet street ${tag()}`,
    }),
    open: async (visitor) => visitor.open(await inviteByServer([someAddress(), "--workspace", `new-${tag()}`], here())),
  },
  {
    pattern: "/password/forgotten",
    button: "Send email",
    typed: () => ({ email: someAddress() }),
    open: (visitor) => visitor.open("/password/forgotten"),
  },
  {
    pattern: "/password/:token",
    button: "Save password",
    typed: () => ({ password: `a quiet street ${tag()}` }),
    open: openPasswordReset,
  },
  sharedForm,
  mailChoiceForm,
  emailConfirmationForm,
  ...portalSignInForms,
  ...publicContactForms,
];

/** Forms behind the sign-in, opened by the agent. */
export const agentForms: readonly AgentForm[] = [
  {
    pattern: "/clients/new",
    button: "Create client",
    does: "makes",
    typed: ownWords,
    open: (visitor) => visitor.open("/clients/new"),
  },
  {
    pattern: "/clients/:id/calls/new",
    button: "Save to activity",
    does: "makes",
    typed: () => ({ outcome: "talked", body: `They want a garden, ${tag()}.`, nextTitle: `Send three, ${tag()}` }),
    refused: { outcome: "" },
    other: () => ({ body: "Somebody else" }),
    open: (visitor, { clientId }) => visitor.open(`/clients/${clientId}/calls/new`),
  },
  {
    pattern: "/clients/:id/people/new",
    button: "Add person",
    does: "makes",
    typed: contact,
    open: (visitor, { clientId }) => visitor.open(`/clients/${clientId}/people/new`),
  },
  {
    pattern: "/workspace/join",
    button: "Create workspace",
    does: "makes",
    inAnyWorkspace: true,
    typed: () => ({ name: "Another House", handle: `another-${tag()}` }),
    open: (visitor) => visitor.open("/workspace/join"),
  },
  {
    pattern: "/clients/:id/edit",
    button: "Save changes",
    does: "changes",
    typed: ownWords,
    open: (visitor, { clientId }) => visitor.open(`/clients/${clientId}/edit`),
  },
  {
    pattern: "/clients/:id/photo",
    button: "Save photo",
    does: "stores",
    typed: nothing,
    open: (visitor, { clientId }) => visitor.open(`/clients/${clientId}/photo`),
  },
  {
    pattern: "/clients/:id/photo/removal",
    button: "Remove photo",
    does: "changes",
    typed: nothing,
    open: openClientPhotoRemoval,
  },
  {
    pattern: "/settings/logo",
    button: "Save logo",
    does: "stores",
    typed: nothing,
    open: (visitor) => visitor.open("/settings/logo"),
  },
  {
    pattern: "/settings/logo/removal",
    button: "Remove logo",
    does: "changes",
    typed: nothing,
    open: (visitor) => openPictureRemoval(visitor, "/settings/logo", "Save logo"),
  },
  {
    pattern: "/account/photo",
    button: "Save photo",
    does: "stores",
    typed: nothing,
    open: (visitor) => visitor.open("/account/photo"),
  },
  {
    pattern: "/account/photo/removal",
    button: "Remove photo",
    does: "changes",
    typed: nothing,
    open: (visitor) => openPictureRemoval(visitor, "/account/photo", "Save photo"),
  },
  {
    pattern: "/clients/:id/people/:personId/edit",
    button: "Save changes",
    does: "changes",
    typed: contact,
    open: (visitor, { clientId, personId }) => visitor.open(`/clients/${clientId}/people/${personId}/edit`),
  },
  {
    pattern: "/clients/:id/buyer-profile/edit",
    button: "Save changes",
    does: "changes",
    typed: profile,
    open: (visitor, { clientId }) => visitor.open(`/clients/${clientId}/buyer-profile/edit`),
  },
  {
    pattern: "/clients/imports/new",
    button: "Review import",
    does: "stores",
    typed: nothing,
    open: (visitor) => visitor.open("/clients/imports/new"),
  },
  {
    pattern: "/clients/imports/:importId",
    button: "Import these clients",
    does: "changes",
    typed: nothing,
    open: async (visitor) => visitor.open(`/clients/imports/${await loadImport(visitor)}`),
  },
  {
    pattern: "/clients/imports/:importId/undoing",
    button: "Undo import",
    does: "changes",
    typed: nothing,
    open: async (visitor) => {
      const id = await loadImport(visitor);
      await visitor.open(`/clients/imports/${id}`);
      await visitor.submitOnly({}, { button: "Import these clients" });
      return visitor.open(`/clients/imports/${id}/undoing`);
    },
  },
  {
    pattern: "/clients/:id/agreement",
    button: "Save agreement",
    does: "changes",
    typed: () => ({ startsOn: "2026-01-02", endsOn: `20${randomInt(27, 99)}-07-${randomInt(10, 31)}` }),
    open: (visitor, { clientId }) => visitor.open(`/clients/${clientId}/agreement`),
  },
  {
    pattern: "/settings/general",
    button: "Update workspace",
    does: "changes",
    typed: () => ({ name: `Renamed ${tag()}`, handle: `renamed-${tag()}`, description: `Homes, ${tag()}.` }),
    open: (visitor) => visitor.open("/settings/general"),
  },
  ...billingForms,
  { pattern: "/clients/:id/archival", button: "Archive client", does: "changes", typed: nothing, open: openArchival },
  {
    pattern: "/clients/:id/archival/removal",
    button: "Restore",
    does: "changes",
    typed: nothing,
    open: openBringingBack,
  },
  {
    pattern: "/clients/:id/people/:personId/removal",
    button: "Remove person",
    does: "changes",
    typed: nothing,
    open: openRemoval,
  },
  ...packageForms,
  ...documentForms,
  ...costsForms,
  ...linkForms,
  ...inspectionForms,
  ...opportunityForms,
  ...assignmentForms,
  ...answerForms,
  ...batchForms,
  ...taskForms,
  ...viewForms,
  ...mergeForms,
  ...trashForms,
  ...messageForms,
  ...portalForms,
  ...contactForms,
  ...notificationForms,
  ...accountForms,
  ...memberForms,
  ...workspaceForms,
  {
    pattern: "/account/password",
    button: "Change password",
    does: "makes",
    inAnyWorkspace: true,
    isCounted: true,
    typed: (agent) => ({ currentPassword: agent.password, newPassword: agent.password }),
    open: (visitor) => visitor.open("/account/password"),
  },
  ...offlineForms,
  { pattern: "/:handle", button: "Open dashboard", does: "settles", typed: nothing, open: openAddress },
  {
    pattern: "/clients/imports/:importId/columns",
    button: "Review import",
    does: "changes",
    // What is read of a file is no record yet, and nothing of it is in the history.
    writes: 0,
    typed: () => ({ encoding: randomInt(2) === 0 ? "windows-1252" : "macintosh" }),
    open: async (visitor) => visitor.open(`/clients/imports/${await loadImport(visitor)}/columns`),
  },
  {
    pattern: "/packages/imports/new",
    button: "Review import",
    does: "stores",
    typed: nothing,
    open: (visitor) => visitor.open("/packages/imports/new"),
  },
  {
    pattern: "/packages/imports/:packageImportId",
    button: "Import these properties",
    does: "changes",
    writes: 1,
    typed: nothing,
    open: async (visitor) => visitor.open(`/packages/imports/${await loadPackageImport(visitor)}`),
  },
  {
    pattern: "/packages/imports/:packageImportId/columns",
    button: "Review import",
    does: "changes",
    writes: 0,
    typed: () => ({ encoding: randomInt(2) === 0 ? "windows-1252" : "macintosh" }),
    open: async (visitor) => visitor.open(`/packages/imports/${await loadPackageImport(visitor)}/columns`),
  },
  {
    pattern: "/packages/imports/:packageImportId/undoing",
    button: "Undo import",
    does: "changes",
    typed: nothing,
    open: async (visitor) => {
      const id = await loadPackageImport(visitor);
      await visitor.open(`/packages/imports/${id}`);
      await visitor.submitOnly({}, { button: "Import these properties" });
      return visitor.open(`/packages/imports/${id}/undoing`);
    },
  },
];

async function openCode(visitor: Visitor): Promise<Visit> {
  await visitor.open("/login/link");
  return visitor.submit({ email: someAddress() }, { button: "Send email" });
}

async function openSignInLink(visitor: Visitor, { email }: { readonly email: string }): Promise<Visit> {
  await visitor.open("/login/link");
  await visitor.submitOnly({ email }, { button: "Send email" });
  return visitor.open(await findMailedLink(visitor, email, "/sign-in/"));
}

async function openSecondStep(visitor: Visitor): Promise<Visit> {
  await visitor.open("/register/account");
  return visitor.submit(newcomer(), { button: "Next" });
}

async function openVerification(visitor: Visitor): Promise<Visit> {
  const person = newcomer();
  await visitor.open("/register/account");
  await visitor.submit(person, { button: "Next" });
  await visitor.submitOnly({ workspaceName: "New Homes", workspaceHandle: `new-${tag()}` }, { button: "Next" });
  return visitor.open(await findMailedLink(visitor, person.email, "/verify/"));
}

async function openPasswordReset(visitor: Visitor, { email }: { readonly email: string }): Promise<Visit> {
  await visitor.open("/password/forgotten");
  await visitor.submitOnly({ email }, { button: "Send email" });
  return visitor.open(await findMailedLink(visitor, email, "/password/"));
}

async function openArchival(visitor: Visitor): Promise<Visit> {
  return visitor.open(`/clients/${await createClient(visitor, contact())}/archival`);
}

async function openBringingBack(visitor: Visitor): Promise<Visit> {
  const id = await createClient(visitor, contact());
  await visitor.open(`/clients/${id}/archival`);
  await visitor.submitOnly({}, { button: "Archive client" });
  return visitor.open(`/clients/${id}/archival/removal`);
}

/** Has a file with somebody new looked over. */
async function loadImport(visitor: Visitor): Promise<string> {
  const { name, email } = contact();
  return addImport(visitor, { name: "clients.csv", content: `Name,Email\n${name},${email}\n` });
}

async function loadPackageImport(visitor: Visitor): Promise<string> {
  const content = `Address,City\n${randomInt(1, 99_999)} Import Way,Seattle\n`;
  return addPackageImport(visitor, { name: "properties.csv", content });
}

async function openRemoval(visitor: Visitor): Promise<Visit> {
  const id = await createClient(visitor, contact());
  await visitor.open(`/clients/${id}/people/new`);
  const { document } = await visitor.submit(contact(), { button: "Add person" });
  const edit = document.querySelector('a[href*="/people/"][href$="/edit"]')?.getAttribute("href") ?? "";
  return visitor.open(edit.replace(/edit$/, "removal"));
}

/** The present address: the workspace may have been renamed since it was made. */
async function openAddress(visitor: Visitor): Promise<Visit> {
  const { document } = await visitor.open("/settings/general");
  return visitor.open(`/${document.querySelector("input[name=handle]")?.getAttribute("value")}`);
}

async function openClientPhotoRemoval(visitor: Visitor): Promise<Visit> {
  const id = await createClient(visitor, contact());
  return openPictureRemoval(visitor, `/clients/${id}/photo`, "Save photo");
}

/** @param page the form of a record's one picture */
async function openPictureRemoval(visitor: Visitor, page: string, button: string): Promise<Visit> {
  await visitor.open(page);
  const files = [new File([smallPicture()], "face.png", { type: "image/png" })];
  await visitor.submitOnly({}, { button, files });
  return visitor.open(`${page}/removal`);
}

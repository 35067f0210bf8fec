import { http } from "msw";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Application, startApplication } from "#tests/support/application.ts";
import type { AgentForm, SeededAgent } from "#tests/support/form-types.ts";
import { agentForms } from "#tests/support/forms.ts";
import { forgetOpened } from "#tests/support/inspection-forms.ts";
import { knowLess, type LesserService } from "#tests/support/lesser-service.ts";
import { fillForm, post } from "#tests/support/posted-form.ts";
import { registerSeededAgent } from "#tests/support/seeded-agent.ts";
import { meets } from "#tests/support/turns.ts";

// Every form of the product, with a service that has no versions and keeps no keys.

let application: Application;
let agent: SeededAgent;
let service: LesserService;

beforeAll(async () => {
  application = await startApplication();
  application.pretend({ demo: true });
  agent = await registerSeededAgent(application.origin);
});
beforeEach(() => {
  service = knowLess(application);
});
afterEach(() => {
  application.resetHandlers();
  application.pretend({ demo: true });
  forgetOpened();
});
afterAll(async () => {
  await agent.visitor.close();
  await application.close();
});

/** Changes of a record's own attributes: others ask for an action, and send nothing of the record. */
const changes = agentForms.filter(
  ({ does, pattern }) =>
    does === "changes" && /\/(edit|rank|due|inspections|general|account|agreement|renaming)$/.test(pattern),
);

/** Opens the form, types this into it and sends it. @returns the status, and the writes that the service received */
async function send(form: AgentForm, typed: Readonly<Record<string, string>>) {
  const { path, fields } = fillForm(await form.open(agent.visitor, agent), form.button, typed);
  const before = service.writes.length;
  const { status } = await post(agent.visitor, { path, fields });
  return { status, writes: service.writesSince(before) };
}

describe("a change, without versions,", () => {
  test("sends the attribute that was changed, and no other", { timeout: 240_000 }, async () => {
    const sent: Record<string, Record<string, string>> = {};
    for (const form of changes) {
      const fields = Object.entries(form.typed(agent));
      // The dates of an agreement belong together.
      const steps = form.pattern.endsWith("/agreement") ? [fields] : fields.map((field) => [field]);
      const found: Record<string, string> = {};
      for (const step of steps) {
        const { status, writes } = await send(form, Object.fromEntries(step));
        const names = step.map(([name]) => name).join(" ");
        expect(status, `${form.pattern} ${names}`).toBe(303);
        found[names] = writes.flatMap(({ attributes }) => Object.keys(attributes)).join(" ");
      }
      sent[form.pattern] = found;
    }
    expect(sent).toMatchInlineSnapshot(`
      {
        "/clients/:id/agreement": {
          "startsOn endsOn": "agreement",
        },
        "/clients/:id/buyer-profile/edit": {
          "budget.amount": "budget",
          "budget.currency": "budget",
          "minBaths": "minBaths",
          "minBeds": "minBeds",
          "minGarages": "minGarages",
          "minLotSize": "minLotSize",
          "notes": "notes",
          "preferredAreas": "preferredAreas",
          "propertyTypes": "propertyTypes",
        },
        "/clients/:id/edit": {
          "email": "email",
          "name": "name",
          "otherSource": "leadSource",
          "phoneNumber": "phoneNumber",
          "tags": "tags",
        },
        "/clients/:id/people/:personId/edit": {
          "email": "email",
          "name": "name",
          "phoneNumber": "phoneNumber",
        },
        "/documents/:documentId/renaming": {
          "name": "label",
        },
        "/documents/folders/:folderId/renaming": {
          "name": "name",
        },
        "/messages/:clientId/messages/:messageId/edit": {
          "body": "body",
        },
        "/messages/replies/:replyId/edit": {
          "body": "body",
          "name": "name",
        },
        "/opportunities/:opportunityId/comments/:commentId/edit": {
          "body": "body",
        },
        "/opportunities/:opportunityId/rank": {
          "rank": "rank",
        },
        "/opportunities/:opportunityId/showings/:showingId/edit": {
          "durationMinutes": "durationMinutes",
          "note": "note",
          "startsAt": "startsAt",
        },
        "/packages/:packageId/comparables/:comparableId/edit": {
          "address": "address",
          "soldOn": "soldOn",
          "soldPrice.amount": "soldPrice",
          "soldPrice.currency": "",
          "sqft": "sqft",
          "url": "url",
        },
        "/packages/:packageId/costs/edit": {
          "adjustments": "inputs",
          "deposit": "inputs",
          "downPaymentPercent": "",
          "escrowMonths": "inputs",
          "hoaMonthly": "inputs",
          "insuranceYearly": "inputs",
          "originationPercent": "inputs",
          "others": "inputs",
          "price": "",
          "propertyTaxYearly": "inputs",
          "ratePercent": "",
          "services": "inputs",
          "sources.credits": "inputs",
          "sources.loan": "inputs",
          "termYears": "",
        },
        "/packages/:packageId/costs/templates/:templateId/edit": {
          "name": "name",
        },
        "/packages/:packageId/edit": {
          "agentEmail": "listingAgent",
          "agentName": "listingAgent",
          "agentPhoneNumber": "listingAgent",
          "agentPhotoUrl": "listingAgent",
          "area": "area",
          "baths": "",
          "beds": "",
          "city": "city",
          "compNote": "compOverride",
          "compOverride.amount": "compOverride",
          "compOverride.currency": "",
          "garages": "garages",
          "hoa.amount": "hoa",
          "hoa.currency": "",
          "houseType": "",
          "listPrice.amount": "listPrice",
          "listPrice.currency": "",
          "lotSize": "lotSize",
          "mlsNumber": "mlsNumber",
          "offerDue": "offerDueAt",
          "otherHouseType": "houseType",
          "remarks": "remarks",
          "schools": "schools",
          "sqft": "",
          "state": "state",
          "street": "street",
          "tags": "tags",
          "timeZone": "timeZone offerDueAt",
          "yearBuilt": "yearBuilt",
          "zip": "zip",
        },
        "/packages/:packageId/inspections": {
          "findings[0].choice": "decision isProposed",
        },
        "/packages/:packageId/inspections/findings/:findingId/edit": {
          "currency": "isProposed",
          "decision": "decision isProposed",
          "highCost": "highCost isProposed",
          "lowCost": "lowCost isProposed",
          "page": "page isProposed",
          "quote": "quote isProposed",
          "severity": "isProposed",
          "system": "system isProposed",
          "title": "title isProposed",
        },
        "/packages/:packageId/photos/:photoId/edit": {
          "caption": "caption",
        },
        "/packages/:packageId/shares/:shareId/edit": {
          "endsOn": "expiresAt",
          "label": "label",
        },
        "/settings/account": {
          "address": "address",
          "firstName": "firstName",
          "lastName": "lastName",
          "phoneNumber": "phoneNumber",
        },
        "/settings/general": {
          "description": "description",
          "handle": "handle",
          "name": "name",
        },
        "/tasks/:taskId/due": {
          "dueOn": "dueOn",
        },
        "/tasks/:taskId/edit": {
          "dueOn": "dueOn",
          "repeat": "repeat",
          "title": "title",
        },
        "/tasks/templates/:taskTemplateId/edit": {
          "dueInDays": "",
          "start": "",
          "title": "title",
        },
        "/views/:savedViewId/edit": {
          "name": "name",
        },
      }
    `);
  });

  test("sends nothing where nothing was changed", { timeout: 120_000 }, async () => {
    const sent: string[] = [];
    for (const form of changes) {
      const { status, writes } = await send(form, {});
      const names = writes.flatMap(({ attributes }) => Object.keys(attributes));
      if (names.length > 0 || status !== 303) sent.push(`${form.pattern}: ${status} ${names.join(" ")}`);
    }
    // Whoever saves a suggested finding accepts it.
    expect(sent).toEqual(["/packages/:packageId/inspections/findings/:findingId/edit: 303 isProposed"]);
  });
});

describe("a form that makes something, whose answer was lost,", () => {
  /** Last the one that leads into another workspace. */
  const makers = agentForms
    .filter(({ does }) => does === "makes")
    .sort((one, other) => Number(one.pattern === "/workspace/join") - Number(other.pattern === "/workspace/join"));

  /** Their pages lead to the client, or to the change of several, once they are answered: that page shows it. */
  const leadOn = new Set([
    ...["acceptance", "dismissal"].map((answer) => `/clients/:id/contact-requests/:contactRequestId/${answer}`),
    "/clients/:id/portal/requests/:requestId/acceptance",
    "/clients/:id/portal/requests/:requestId/deletion",
    "/batches/:batchId/undoing",
  ]);
  const statusOfLost = ({ pattern }: { readonly pattern: string }) => (leadOn.has(pattern) ? 200 : 502);

  test("is written once, however often it is sent", { timeout: 120_000 }, async () => {
    const outcomes: Record<string, string> = {};
    for (const form of makers) {
      const { path, fields } = fillForm(await form.open(agent.visitor, agent), form.button, form.typed(agent));
      const before = service.writes.length;
      service.loseAnswers(true);
      expect((await agent.visitor.send(path, fields)).status, form.pattern).toBe(statusOfLost(form));
      service.loseAnswers(false);
      const { status } = await agent.visitor.send(path, fields);
      const calls = service.writesSince(before).map(({ call }) => call);
      expect(calls, form.pattern).toEqual([...new Set(calls)]);
      outcomes[form.pattern] = status === 200 ? "found" : `${status}`;
    }
    expect(outcomes).toMatchInlineSnapshot(`
      {
        "/account/password": "502",
        "/batches/:batchId/undoing": "found",
        "/batches/new": "502",
        "/clients/:id/calls/new": "502",
        "/clients/:id/contact-requests/:contactRequestId/acceptance": "found",
        "/clients/:id/contact-requests/:contactRequestId/dismissal": "found",
        "/clients/:id/people/new": "502",
        "/clients/:id/portal/invitations/:invitationId/sending": "502",
        "/clients/:id/portal/invitations/new": "502",
        "/clients/:id/portal/requests/:requestId/acceptance": "found",
        "/clients/:id/portal/requests/:requestId/deletion": "found",
        "/clients/:id/portal/view": "502",
        "/clients/:id/shares": "502",
        "/clients/:id/sharing": "502",
        "/clients/new": "502",
        "/dashboard/samples": "502",
        "/device/shared/:uploadId": "502",
        "/documents/folders/new": "502",
        "/messages/:clientId": "502",
        "/messages/:clientId/notes/new": "502",
        "/messages/replies/new": "502",
        "/opportunities/:opportunityId": "502",
        "/opportunities/:opportunityId/acknowledgement": "502",
        "/opportunities/:opportunityId/calls/new": "502",
        "/opportunities/:opportunityId/showings/new": "502",
        "/opportunities/:opportunityId/suggestion": "502",
        "/opportunities/new": "found",
        "/packages/:packageId/comparables/new": "502",
        "/packages/:packageId/costs/templates/new": "502",
        "/packages/:packageId/inspections/findings/new": "502",
        "/packages/:packageId/inspections/reports/new": "502",
        "/packages/:packageId/shares/clients": "502",
        "/packages/:packageId/shares/new": "502",
        "/packages/:packageId/sharing": "502",
        "/packages/new": "502",
        "/settings/account/calendar": "502",
        "/settings/account/email": "502",
        "/settings/account/two-step/mailed-code": "502",
        "/settings/account/two-step/setup": "502",
        "/settings/deletion": "502",
        "/settings/members/invitations/:colleagueInvitationId/sending": "502",
        "/settings/members/invitations/new": "502",
        "/tasks": "502",
        "/tasks/new": "502",
        "/tasks/templates/new": "502",
        "/views/new": "502",
        "/workspace/join": "502",
      }
    `);
  });

  test("leads on where the service keeps keys", { timeout: 120_000 }, async () => {
    application.resetHandlers();
    application.pretend({ demo: true });
    const flaws: string[] = [];
    for (const [place, form] of makers.entries()) {
      // One code sends the key again for all of them.
      if (!meets(place, 0, 3)) continue;
      const { path, fields } = fillForm(await form.open(agent.visitor, agent), form.button, form.typed(agent));
      application.use(
        http.post("*", async ({ request }) => {
          await application.forward(request);
          return Response.error();
        }),
      );
      const lost = await agent.visitor.send(path, fields);
      application.resetHandlers();
      const again = await post(agent.visitor, { path, fields });
      if (lost.status !== statusOfLost(form) || again.status !== 303)
        flaws.push(`${form.pattern}: ${lost.status}, ${again.status}`);
    }
    expect(flaws).toEqual([]);
  });
});

import { expect, test } from "vitest";
import { type AuditEvent, toAuditEntry } from "#app/audit-log/audit-event.ts";

const failed: AuditEvent = {
  ...{ id: "1", label: "Failed sign-in", kind: "account.sign_in_failed", occurredAt: "2026-03-01T12:00:00Z" },
  ...{ actorName: "Ada", actorAccountId: "a", subjectType: "account", subjectId: "a", subjectName: "Ada" },
  ...{ clientId: null, clientName: null, packageId: null, packageStreet: null, opportunityId: null },
  ...{ device: null, network: null, changes: [{ field: "tries", before: null, after: 100 }] },
};

test("many failed tries are one event that says how many, and nobody is their own colleague", () => {
  const { label, changes, about } = toAuditEntry(failed, "UTC");
  expect([label, changes, about]).toEqual(["Failed sign-in, 100 tries within an hour", [], []]);
  expect(toAuditEntry({ ...failed, changes: [] }, "UTC").label).toBe("Failed sign-in");
  const { about: leads } = toAuditEntry({ ...failed, kind: "account.role_changed", actorAccountId: "b" }, "UTC");
  expect(leads).toEqual([{ href: "/settings/members/a", label: "Ada" }]);
});

import { expect, test } from "vitest";
import { householdRows } from "#app/clients/household.ts";

const nora = { id: "1", name: "Nora", email: "nora@client.example", phoneNumber: "206 555 0142" };
const theo = { id: "2", name: "Theo", email: null, phoneNumber: "206 555 0143" };
const invitation = { edit: null, invitationId: null, lastSeenAt: null, canSend: true, canRevoke: false };
const opened = { kind: "property", id: "9", label: "9 Alder Street", lastOpenedAt: null, isOutdated: false } as const;

test("everybody of a household stands in it once, with their invitation and what they opened", () => {
  const rows = householdRows({
    people: [nora, theo],
    portal: [
      { ...invitation, name: "Nora and Theo", email: "both@client.example", state: "not_invited" },
      { ...invitation, name: "Nora", email: "Nora@client.example", state: "accepted" },
      { ...invitation, name: "Theo", email: null, state: "no_email" },
    ],
    openings: [
      { name: "Nora", email: "NORA@client.example", records: [opened] },
      { name: "Ida", email: "ida@client.example", records: [opened] },
    ],
  });
  expect(rows.map(({ name, personId, portal, opened }) => [name, personId, portal?.state, opened.length])).toEqual([
    ["Nora and Theo", null, "not_invited", 0],
    ["Nora", "1", "accepted", 1],
    ["Theo", "2", "no_email", 0],
    // Who has left the household has opened something all the same.
    ["Ida", null, undefined, 1],
  ]);
});

test("people stand there where nothing is known of the portal, and two with one address both", () => {
  const ben = { ...nora, id: "3", name: "Ben" };
  expect(householdRows({ people: [nora, ben], portal: [], openings: [] }).map(({ name }) => name)).toEqual([
    "Nora",
    "Ben",
  ]);
  const portal = [{ ...invitation, name: "Nora", email: nora.email, state: "accepted" } as const];
  expect(householdRows({ people: [nora, ben], portal, openings: [] }).map(({ key }) => key)).toEqual(["1", "3"]);
});

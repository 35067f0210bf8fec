import fc from "fast-check";
import { expect, test } from "vitest";
import { invitingForm } from "#app/members/colleague-invitation.ts";
import { email, optionalEmail } from "#app/ui/form-values.ts";
import { checkEntries, givenEntry } from "#server/upstream/clients/import-entries.ts";
import { email as clientEmail } from "#server/upstream/clients/inputs.ts";
import { normaliseEmail, writtenEmail } from "#server/upstream/identity/email-address.ts";
import { email as accountEmail } from "#server/upstream/identity/inputs.ts";
import { comparedEmail } from "#spelling/email-address.ts";

test.each([
  ["  Maya@Agency.Example ", "maya@agency.example"],
  ["maya+clients@agency.example", "maya+clients@agency.example"],
  ["o'hara@agency.example", "o'hara@agency.example"],
  ["info@BÜCHER.example", "info@bücher.example"],
  ["info@xn--bcher-kva.example", "info@bücher.example"],
  ["jose\u0301@agency.example", "josé@agency.example"],
  ["a@b.co", "a@b.co"],
  ["kay&lou@client.example", "kay&lou@client.example"],
  ["josé@client.example", "josé@client.example"],
  ["用户@例え.jp", "用户@例え.jp"],
  ["राम@डाटामेल.भारत", "राम@डाटामेल.भारत"],
  ["info@paral·lel.example", "info@paral·lel.example"],
  ["tomo..chan.@phone.example", "tomo..chan.@phone.example"],
  ["zed.zero@client.example\u200b", "zed.zero@client.example"],
  ["\u2068\ufefftess@client.example\u2069\u00a0", "tess@client.example"],
])("%s is kept as %s", (typed, kept) => {
  expect(normaliseEmail(typed)).toBe(kept);
});

test.each([
  "",
  "maya",
  "maya@",
  "@agency.example",
  "maya@agency",
  "maya@@agency.example",
  "maya@agency..example",
  "maya@-agency.example",
  "maya@127.0.0.1",
  "maya@[127.0.0.1]",
  "ma ya@agency.example",
  "maya@agency.example, otto@agency.example",
  "maya@agency.example\r\nBcc: otto@agency.example",
  "maya\u202e@agency.example",
  "maya\0@agency.example",
  "\ud800@agency.example",
  "<maya@agency.example>",
  `${"m".repeat(65)}@agency.example`,
  `maya@${"a.".repeat(125)}example`,
  "maya@agency.example/../x",
  "maya@agency.example:25",
  "maya@agency.example?x",
  "maya@agency.exa\tmple",
  "maya@agency.%65xample",
])("%j is no address", (typed) => {
  expect(normaliseEmail(typed)).toBeNull();
});

test("an address that was kept stays the same, and can go into a mail's header", () => {
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: "binary" })), (typed) => {
      const kept = normaliseEmail(typed);
      if (kept === null) return;
      expect(normaliseEmail(kept)).toBe(kept);
      expect(kept).not.toMatch(/[\s\p{C}<>,;]/u);
      expect(kept.length).toBeLessThanOrEqual(254);
    }),
  );
});

test("ordinary addresses are taken", () => {
  fc.assert(
    fc.property(fc.emailAddress(), (typed) => {
      expect(normaliseEmail(typed)).not.toBeNull();
    }),
  );
});

/** What each place where an address is typed makes of it: whether it is taken. */
const places = {
  form: (typed: string) => email().safeParse(typed).success,
  "form that may be empty": (typed: string) => optionalEmail().safeParse(typed).success,
  invitation: (typed: string) => invitingForm.safeParse({ emails: typed, role: "member" }).success,
  account: (typed: string) => accountEmail.safeParse(typed).success,
  client: (typed: string) => clientEmail.safeParse(typed).success,
  import: async (typed: string) =>
    (await checkEntries([givenEntry.parse({ row: 2, name: "Jo", email: typed })])).problems.length === 0,
};

test("one rule holds in every form, in the import and in the service", async () => {
  const signs = [..."a.é@&+'-_ü\u200b\u0301語. "];
  const odd = fc.array(fc.constantFrom(...signs, "b@c.example", "@müller.example"), { minLength: 1, maxLength: 8 });
  const typed = fc.oneof(
    odd.map((parts) => parts.join("")),
    fc.emailAddress(),
  );
  await fc.assert(
    fc.asyncProperty(typed, async (address) => {
      fc.pre(address.trim() !== "" && address.replaceAll("\u200b", "").trim() !== "");
      const isTaken = normaliseEmail(address) !== null;
      for (const [place, takes] of Object.entries(places))
        expect([place, await takes(address)]).toEqual([place, isTaken]);
    }),
    {
      examples: [
        ["kay&lou@client.example"],
        ["josé@client.example"],
        ["ida@müller.example"],
        ["zed@client.example\u200b"],
        ["a..b@c.example"],
        ["a@b"],
        ["a b@c.example"],
      ],
    },
  );
});

test("a client's address keeps its owner's letters, with the domain in Unicode", () => {
  expect(writtenEmail(" Uma.Upper@Client.Example\u200b")).toBe("Uma.Upper@Client.Example");
  expect(writtenEmail("Ida@XN--MLLER-KVA.example")).toBe("Ida@müller.example");
  expect(writtenEmail("ida@Müller.example")).toBe("ida@Müller.example");
});

test("both spellings of a domain are compared as one", () => {
  const spellings = ["Ida@müller.example", "ida@MU\u0308LLER.example ", "ida@xn--mller-kva.example"];
  expect(new Set(spellings.map(comparedEmail)).size).toBe(1);
});

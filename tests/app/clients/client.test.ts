import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { safeParse } from "zod/mini";
import { contactForm, newClientForm } from "#app/clients/client-forms.ts";
import { callLink, formatPhone, messageLink } from "#app/clients/client-links.ts";

describe("phone numbers", () => {
  test.each([
    ["2065550142", "(206) 555-0142", "tel:+12065550142"],
    ["206.555.0142", "(206) 555-0142", "tel:+12065550142"],
    ["+1 206 555 0142", "(206) 555-0142", "tel:+12065550142"],
    ["1-206-555-0142", "(206) 555-0142", "tel:+12065550142"],
    ["(206) 555-0142", "(206) 555-0142", "tel:+12065550142"],
    ["+47 22 12 34 56", "+47 22 12 34 56", "tel:+4722123456"],
    ["+49 2065 550142", "+49 2065 550142", "tel:+492065550142"],
    ["555-0199", "555-0199", "tel:5550199"],
    ["0206 555 014", "0206 555 014", "tel:0206555014"],
    ["(206) 555-0142 ext. 12", "(206) 555-0142 ext. 12", "tel:+12065550142;ext=12"],
    ["206-555-0142 x7", "206-555-0142 x7", "tel:+12065550142;ext=7"],
    ["206-555-0142 #7", "206-555-0142 #7", "tel:+12065550142;ext=7"],
  ])("%s reads %s and dials %s", (typed, shown, dialled) => {
    expect(formatPhone(typed)).toBe(shown);
    expect(callLink(typed)).toBe(dialled);
  });

  test.each(["ask at the desk", "12", "", "1234567890123456", "call 206-555-0142 after six"])(
    "%j is shown as it is and cannot be dialled",
    (typed) => {
      expect(formatPhone(typed)).toBe(typed);
      expect(callLink(typed)).toBeNull();
    },
  );

  test("a call link holds nothing but a number", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii" }), (typed) => {
        expect(callLink(typed) ?? "tel:1").toMatch(/^tel:\+?\d{1,15}(;ext=\d{1,7})?$/);
      }),
    );
  });
});

describe("links to send an email", () => {
  test("an address becomes its link", () => {
    expect(messageLink("maya@client.example")).toBe("mailto:maya@client.example");
  });

  test("an address cannot add headers or a second recipient", () => {
    expect(messageLink("a?cc=b&body=c@d.example")).toBe("mailto:a%3Fcc%3Db%26body%3Dc@d.example");
    expect(messageLink("a,b@d.example?bcc=x")).toBe("mailto:a%2Cb@d.example%3Fbcc%3Dx");
  });

  test.each(["", "nobody", "@d.example", "a\ud800@d.example"])("%j is no address", (text) => {
    expect(messageLink(text)).toBeNull();
  });
});

describe("the contact form", () => {
  const messagesOf = (typed: object) => safeParse(contactForm, typed).error?.issues.map(({ message }) => message) ?? [];
  const maya = { name: "Maya Okafor", email: "maya@client.example", phoneNumber: "" };

  test("is trimmed, and an empty phone number is null", () => {
    const typed = { name: "  Maya Okafor ", email: " maya@client.example ", phoneNumber: "   " };
    expect(safeParse(contactForm, typed).data).toEqual({ ...maya, phoneNumber: null, known: [] });
  });

  test.each(["", "   ", "\u200b\u200d", "\u202e", "\u00a0\u3000"])("%j is no name", (name) => {
    expect(messagesOf({ ...maya, name })).toContain("Name must be at least 1 character.");
  });

  test.each(["👩‍👩‍👧 Family", "מאיה אוקפור", "<b>Maya</b>", "李伟", "Æ"])("%s is a name", (name) => {
    expect(safeParse(contactForm, { ...maya, name }).data?.name).toBe(name);
  });

  test.each([
    ["a\0b", "Remove the characters that can't be displayed."],
    ["a\ud800b", "Remove the characters that can't be displayed."],
    ["a".repeat(201), "Use at most 200 characters."],
  ])("a name that cannot be stored is refused with a sentence", (name, message) => {
    expect(messagesOf({ ...maya, name })).toEqual([message]);
  });

  test.each(["maya", "maya@", "maya@client", "a b@client.example"])("%j is no email address", (email) => {
    expect(messagesOf({ ...maya, email })).toContain("Invalid email");
  });

  test("takes an email or a phone number alone, and says beside all else that both are missing", () => {
    expect(messagesOf({ ...maya, email: "", phoneNumber: "206 555 0100" })).toEqual([]);
    expect(messagesOf(maya)).toEqual([]);
    const both = ["Name must be at least 1 character.", "Enter an email or a phone number."];
    expect([...new Set(messagesOf({ name: "", email: " ", phoneNumber: "" }))]).toEqual(both);
    expect(messagesOf({ ...maya, email: "", phoneNumber: "12" })).toHaveLength(1);
  });

  test("known duplicates are a list of ids", () => {
    expect(safeParse(newClientForm, { ...maya, known: "a,b" }).data?.known).toEqual(["a", "b"]);
    expect(safeParse(newClientForm, maya).data?.known).toEqual([]);
  });
});

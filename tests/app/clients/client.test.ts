import { describe, expect, test } from "vitest";
import { safeParse } from "zod/mini";
import { contactForm, newClientForm } from "#app/clients/client-forms.ts";
import { messageLink } from "#app/ui/mail-link.ts";

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
    expect(messagesOf({ ...maya, email: "", phoneNumber: "ask at the desk" })).toEqual([]);
  });

  test("known duplicates are a list of ids", () => {
    expect(safeParse(newClientForm, { ...maya, known: "a,b" }).data?.known).toEqual(["a", "b"]);
    expect(safeParse(newClientForm, maya).data?.known).toEqual([]);
  });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { type EmailContact, renderEmail } from "#server/mail/email-template.ts";
import { sealHeaders } from "#server/mail/mail.ts";

test("an address that could add a recipient or a header is refused", () => {
  const hostile = [
    "a@b.example\r\nBcc: c@d.example",
    "a@b.example\nSubject: x",
    "a@b.example, c@d.example",
    "a@b.example;c@d.example",
    "Name <a@b.example>",
    "a@b.example\0",
    "a@b.example\u2028",
    "a@b@c.example",
    '"a b"@c.example',
    "a b@c.example",
    "",
    "nobody",
  ];
  for (const to of hostile) {
    expect(() => sealHeaders({ to, subject: "s", text: "t" }), JSON.stringify(to)).toThrow("one bare address");
  }
  expect(sealHeaders({ to: "ähre+1@bücher.example", subject: "s", text: "t" }).to).toBe("ähre+1@bücher.example");
});

test("control characters are removed from subjects", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      fc.constantFrom("\r\n", "\n", "\r", "\0", "\u2029", "\u0085"),
      (text, end) => {
        const { subject } = sealHeaders({ to: "a@b.example", subject: `${text}${end}Bcc: c@d.example`, text: "" });
        expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        expect(subject.isWellFormed()).toBe(true);
        expect(subject.length).toBeLessThanOrEqual(200);
      },
    ),
  );
});

test("an email has the same content as text and as escaped HTML that loads nothing", () => {
  const letter = renderEmail({
    subject: "Sign in",
    name: `<b>"Maya" & 'Co'`,
    opening: ["One & two."],
    link: { label: "Go", url: "https://latchkey.test/sign-in/abc?x=1&y=2" },
    code: { label: "Code:", digits: "012345" },
    closing: ["Bye."],
  });
  expect(letter.text).toContain("https://latchkey.test/sign-in/abc?x=1&y=2");
  expect(letter.text).toContain("\n012345\n");
  expect(letter.html).toContain("&#60;b&#62;&#34;Maya&#34; &#38; &#39;Co&#39;");
  expect(letter.html).toContain('href="https://latchkey.test/sign-in/abc?x=1&#38;y=2"');
  expect(letter.html).toContain("012345");
  expect(letter.html).not.toMatch(/<(img|script|link|iframe|video|object)|url\(|src=/i);
});

test("an email begins with whose it is, has one button, and takes the colors of the program that shows it", () => {
  const link = { label: "Go", url: "https://latchkey.test/x" };
  const sections = [{ heading: "9 Birch", lines: ["New."], link: { label: "Open 9 Birch", url: link.url } }];
  const letter = {
    subject: "s",
    name: "Maya",
    opening: ["Look:"],
    sections,
    link,
    closing: [],
    sender: "Harbour & Homes",
  };
  const { html = "" } = renderEmail(letter);
  expect(html.replaceAll(/<head>.*<\/head>|<[^>]*>/g, "")).toMatch(/^Harbour &#38; Homes\s+Hello Maya,/);
  expect(html.match(/bgcolor=/g)).toHaveLength(1);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html.replace(/<td.*<\/td>/, "")).not.toMatch(/[; "](?:background|color):/);
});

test("below an email stands whose it is and how to reach them, as far as that is known", () => {
  const content = { subject: "s", name: "", opening: [], closing: [], sender: "Harbour & Homes" };
  const below = (contact?: EmailContact) => renderEmail({ ...content, ...(contact && { contact }) });
  const known = below({ phoneNumber: "(206) 555-0142", websiteUrl: "https://marsh.example/?a&b" });
  expect(known.text).toBe("Hello,\n\nHarbour & Homes\n(206) 555-0142\nhttps://marsh.example/?a&b\n");
  expect(known.html).toContain("<p>Harbour &#38; Homes<br>(206) 555-0142<br>https://marsh.example/?a&#38;b</p>");
  expect(below({ phoneNumber: null, websiteUrl: null })).toEqual(below());
  expect(below().html).toContain("<p>Harbour &#38; Homes</p>");
});

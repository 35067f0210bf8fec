import { linksIn } from "#app/ui/links-in-text.ts";
import type { Mail } from "./mail.ts";

type EmailLanguage = "en" | "es";

export interface EmailSection {
  readonly heading: string;
  readonly lines: readonly string[];
  readonly link: EmailLink;
}

interface EmailLink {
  readonly label: string;
  readonly url: string;
}

/** A workspace's contact. */
export interface EmailContact {
  readonly phoneNumber: string | null;
  readonly websiteUrl: string | null;
}

interface EmailContent {
  readonly language?: EmailLanguage;
  /** Whose mail it is, above and below it; the product's name when not given. */
  readonly sender?: string;
  readonly contact?: EmailContact;
  readonly subject: string;
  /** First name of the address's owner; "" greets without a name. */
  readonly name: string;
  readonly opening: readonly string[];
  readonly sections?: readonly EmailSection[];
  readonly link?: EmailLink;
  readonly code?: { readonly label: string; readonly digits: string };
  readonly closing?: readonly string[];
  /** Where the reader chooses their emails. */
  readonly choicesUrl?: string;
}

/** Renders an email as text and as HTML that loads nothing. It must not have text of somebody who has not proved the address. */
export function renderEmail(content: EmailContent): Omit<Mail, "to"> {
  return { subject: content.subject, text: renderText(content), html: renderHtml(content) };
}

const words: Readonly<
  Record<EmailLanguage, { readonly hello: string; readonly orOpen: string; readonly choices: string }>
> = {
  en: { hello: "Hello", orOpen: "Or open this address:", choices: "Choose which emails you get:" },
  es: { hello: "Hola", orOpen: "O abra esta dirección:", choices: "Elija qué correos recibe:" },
};

const wordsOf = ({ language = "en" }: EmailContent) => words[language];
function senderOf({ sender = "Latchkey", contact }: EmailContent): string[] {
  const known = [contact?.phoneNumber, contact?.websiteUrl].flatMap((line) => (line ? [line] : []));
  return [sender, ...known];
}

function greeting(content: EmailContent): string {
  const { hello } = wordsOf(content);
  return content.name === "" ? `${hello},` : `${hello} ${content.name},`;
}

function renderText(content: EmailContent): string {
  const { link, code, opening, closing = [], choicesUrl, sections = [] } = content;
  const linked = ({ label, url }: EmailLink) => `${label}:\n${url}`;
  const middle = [
    ...sections.flatMap(({ heading, lines, link }) => [heading, ...lines, linked(link)]),
    ...(link ? [linked(link)] : []),
    ...(code ? [`${code.label}\n${code.digits}`] : []),
  ];
  const choices = choicesUrl === undefined ? [] : [`${wordsOf(content).choices}\n${choicesUrl}`];
  return `${[greeting(content), ...opening, ...middle, ...closing, senderOf(content).join("\n"), ...choices].join("\n\n")}\n`;
}

function renderHtml(content: EmailContent): string {
  const { link, code, opening, closing = [], choicesUrl: choices, sections = [], sender = "Latchkey" } = content;
  const paragraph = (sentence: string) => `<p>${escapeHtml(sentence)}</p>`;
  const parts = [
    `<p style="${brandStyle}">${escapeHtml(sender)}</p>`,
    paragraph(greeting(content)),
    ...opening.map((words) => `<p>${linked(words)}</p>`),
    ...sections.flatMap(({ heading, lines, link: { label, url } }) => [
      `<h2 style="${headingStyle}">${escapeHtml(heading)}</h2>`,
      ...lines.map(paragraph),
      `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`,
    ]),
    ...(link ? [button(link)] : []),
    ...(code ? [`${paragraph(code.label)}<p style="${codeStyle}">${escapeHtml(code.digits)}</p>`] : []),
    ...(link ? [`<p style="${quietStyle}">${wordsOf(content).orOpen} ${escapeHtml(link.url)}</p>`] : []),
    ...closing.map(paragraph),
    `<p>${senderOf(content).map(escapeHtml).join("<br>")}</p>`,
    ...(choices
      ? [
          `<p style="${quietStyle}">${wordsOf(content).choices} <a href="${escapeHtml(choices)}">${escapeHtml(choices)}</a></p>`,
        ]
      : []),
  ];
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(content.subject)}</title>`;
  return `<!doctype html><html lang="${content.language ?? "en"}"><head>${head}</head><body style="${pageStyle}">${parts.join("\n")}</body></html>`;
}

/** The one thing to do. In a table, since some mail programs give links neither color nor room. */
function button({ label, url }: EmailLink): string {
  const link = `<a href="${escapeHtml(url)}" style="${buttonStyle}">${escapeHtml(label)}</a>`;
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td bgcolor="#1f5c4a" style="${boxStyle}">${link}</td></tr></table>`;
}

// Mail programs drop style sheets, so the few styles are attributes of the elements. Text has the program's own color, by day and by night.
const pageStyle = "font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;max-width:34rem;margin:0;padding:20px";
const brandStyle = "font-size:18px;font-weight:600;margin:0 0 20px;padding-bottom:12px;border-bottom:1px solid #888888";
const boxStyle = "border-radius:8px;mso-padding-alt:10px 18px";
const buttonStyle = "display:inline-block;padding:10px 18px;font-weight:600;color:#ffffff;text-decoration:none";
const headingStyle = "font-size:16px;font-weight:600;margin:24px 0 0";
const codeStyle = "font:600 24px/1.5 ui-monospace,monospace;letter-spacing:.2em";
const quietStyle = "font-size:13px;overflow-wrap:anywhere";

function linked(words: string): string {
  return linksIn(words)
    .map(({ text, href }) =>
      href === null ? escapeHtml(text) : `<a href="${escapeHtml(href)}" rel="noopener">${escapeHtml(text)}</a>`,
    )
    .join("");
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

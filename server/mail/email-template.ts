import { linksIn } from "#app/ui/links-in-text.ts";
import type { Mail } from "./mail.ts";

type EmailLanguage = "en" | "es";

/** A part of an email with a heading and a link of its own. */
export interface EmailSection {
  readonly heading: string;
  readonly lines: readonly string[];
  readonly link: EmailLink;
}

interface EmailLink {
  readonly label: string;
  readonly url: string;
}

/** How a workspace is reached, as it entered it. */
export interface EmailContact {
  readonly phoneNumber: string | null;
  readonly websiteUrl: string | null;
}

/** What an email says, before it is rendered. */
export interface EmailContent {
  /** English when not given. */
  readonly language?: EmailLanguage;
  /** Whose mail it is, below it; the product's name when not given. */
  readonly sender?: string;
  /** Below the sender; nothing when not given. */
  readonly contact?: EmailContact;
  readonly subject: string;
  /** First name of a person who is known to own the address; "" greets without one. */
  readonly name: string;
  readonly opening: readonly string[];
  /** After the opening: where an email is about several things. */
  readonly sections?: readonly EmailSection[];
  readonly link?: EmailLink;
  /** Six digits, with the sentence that introduces them. */
  readonly code?: { readonly label: string; readonly digits: string };
  readonly closing: readonly string[];
  /** Where its reader chooses which emails they get; below everything else. */
  readonly choicesUrl?: string;
}

/**
 * Renders an email as text and as HTML that loads nothing from elsewhere. Give it no text from a person who has not proved
 * the address.
 */
export function renderEmail(content: EmailContent): Omit<Mail, "to"> {
  return { subject: content.subject, text: renderText(content), html: renderHtml(content) };
}

/** What every email says, whatever it is about. */
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
  const { link, code, opening, closing, choicesUrl, sections = [] } = content;
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
  const { link, code, opening, closing, choicesUrl: choices, sections = [] } = content;
  const paragraph = (sentence: string) => `<p>${escapeHtml(sentence)}</p>`;
  const button = ({ label, url }: EmailLink) =>
    `<p><a href="${escapeHtml(url)}" style="${buttonStyle}">${escapeHtml(label)}</a></p>`;
  const parts = [
    paragraph(greeting(content)),
    ...opening.map((words) => `<p>${linked(words)}</p>`),
    ...sections.flatMap(({ heading, lines, link }) => [
      `<h2 style="${headingStyle}">${escapeHtml(heading)}</h2>`,
      ...lines.map(paragraph),
      button(link),
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
  return `<!doctype html><html lang="${content.language ?? "en"}"><head><meta charset="utf-8"><title>${escapeHtml(content.subject)}</title></head><body style="${pageStyle}">${parts.join("\n")}</body></html>`;
}

// Mail programs drop style sheets, so the few styles are attributes of the elements.
const pageStyle = "font:16px/1.5 system-ui,sans-serif;max-width:34rem";
const buttonStyle = "display:inline-block;padding:12px 20px;border:1px solid;border-radius:6px;font-weight:600";
const headingStyle = "font-size:16px;margin-top:24px";
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

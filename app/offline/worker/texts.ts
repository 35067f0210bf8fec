/** Texts of ours within pages. */

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Where something of ours is in a page: its beginning to its end, both included; "" where it is not there. */
export function cut(html: string, from: string, to: string): string {
  const start = html.indexOf(from);
  const end = html.indexOf(to, start + from.length);
  return start === -1 || end === -1 ? "" : html.slice(start, end + to.length);
}

/** What is within a template of a page; "" where it has none of this id. */
export function templateIn(html: string, id: string): string {
  const opening = `<template id="${id}">`;
  return cut(html, opening, "</template>").slice(opening.length, -"</template>".length);
}

const characters: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

/** A text as React has written it in a page. */
export const readHtml = (html: string): string =>
  html.replace(/&([a-z]+|#x27);/g, (whole, name: string) => characters[name] ?? whole);

/** A page without a copy: a sentence, and the way on. */
export function notePage(title: string, text: string, status = 200): Response {
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Latchkey</title><h1>${title}</h1><p>${text}</p><p><a href="">Try again</a> <a href="/waiting">Not sent yet</a></p>`;
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "default-src 'none'" };
  return new Response(body, { status, headers });
}

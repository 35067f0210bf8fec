import { http } from "msw";
import { HTMLElement } from "node-html-parser";
import { expect } from "vitest";
import { z } from "zod";
import { languageCookie, languages } from "#app/client-pages/texts/languages.ts";
import type { Agency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { type Application, mailTo } from "#tests/support/application.ts";
import { clientPages } from "#tests/support/client-page-list.ts";
import { weightOf } from "#tests/support/client-page-weight.ts";
import { summarize } from "#tests/support/inspecting.ts";
import { headFlaws } from "#tests/support/page-heads.ts";
import { inviteClient, mailChoicePath, portalPath } from "#tests/support/portal-client.ts";
import { fillPattern } from "#tests/support/route-map.ts";
import { seedClient } from "#tests/support/seeded-client.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";
import { budgets } from "../../../bench/figures/page-weight.ts";
import { typedIn } from "../page-reading.ts";

const test = newAgencyTest();

// Every page for clients as the route map has them: their bytes, and whether somebody who reads them by a screen reader, or in a
// browser of texts, knows what each heading, link and field is.

interface Known {
  readonly visitor: Visitor;
  readonly path: string;
}

/** Who opens each page, and where it is. */
async function readersOf(app: Application, agency: Agency): Promise<(pattern: string) => Known> {
  const { client, values } = await seedClient(app, agency);
  await summarize(agency.owner.visitor, values.documentId ?? "");
  await agency.owner.visitor.open(`/documents/${values.documentId}/summary/approval`);
  await agency.owner.visitor.submit({}, { button: "Approve for clients" });
  const handle = typedIn(await agency.owner.visitor.open("/settings/general"), "handle") ?? "";
  const asking = app.visitor();
  await asking.open("/client-portal/login");
  await asking.submit({ email: client.email });
  const given = { packageId: values.packageId, label: "For you", folderIds: [], includesUnfiled: true };
  const link = z
    .object({ data: z.object({ attributes: z.object({ url_token: z.string() }) }) })
    .parse(await agency.call("POST", "/share_links", { ...given, passcode: "maple-77" }));
  const token = link.data.attributes.url_token;
  const viewer = app.visitor();
  await viewer.open(`/shared/${token}`);
  await viewer.submit({ passcode: "maple-77" }, { button: "Open" });
  const doors: Readonly<Record<string, Known>> = {
    "/client-portal/dashboard/properties/compare": {
      visitor: client.visitor,
      path: `/client-portal/dashboard/properties/compare?id=${values.packageId}&id=${values.otherPackageId}`,
    },
    "/client-portal/contact": { visitor: app.visitor(), path: `/client-portal/contact?workspace=${handle}` },
    "/client-portal/register": { visitor: app.visitor(), path: `/client-portal/register?workspace=${handle}` },
    "/client-portal/contact/sent": { visitor: app.visitor(), path: `/client-portal/contact/sent?workspace=${handle}` },
    "/client-portal/register/sent": {
      visitor: app.visitor(),
      path: `/client-portal/register/sent?workspace=${handle}`,
    },
    "/client-portal/registrations/:token": { visitor: app.visitor(), path: await registrationPath(app, handle) },
    "/client-portal": { visitor: client.visitor, path: `/client-portal?workspace=${handle}` },
    "/client-portal/login/code": { visitor: asking, path: "/client-portal/login/code" },
    "/client-portal/sign-in/:token": { visitor: app.visitor(), path: await portalPath(app, client.email) },
    "/client-portal/invitations/:token": { visitor: app.visitor(), path: (await inviteClient(app, agency)).path },
    "/client-portal/mails/:token": { visitor: app.visitor(), path: await mailChoicePath(app, client.email) },
    "/shared/:token": { visitor: app.visitor(), path: `/shared/${token}` },
  };
  return (pattern) => {
    const door = doors[pattern];
    if (door !== undefined) return door;
    const path = fillPattern(pattern, { ...values, token });
    if (pattern.startsWith("/shared/")) return { visitor: viewer, path };
    return { visitor: /^\/client-portal\/(dashboard|workspaces)/.test(pattern) ? client.visitor : app.visitor(), path };
  };
}

/** Registers somebody, and gives the page that the mail leads to. */
async function registrationPath(app: Application, handle: string): Promise<string> {
  const visitor = app.visitor();
  const email = `registered.${handle}@buyer.example`;
  await visitor.open(`/client-portal/register?workspace=${handle}`);
  await visitor.submit({ name: "Ida Berg", email }, { button: "Register" });
  const { text } = await mailTo(app, email);
  return /\/client-portal\/registrations\/[\w-]{43}/.exec(text)?.[0] ?? "";
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** What a link, button or field is called: its label for screen readers, else its text with what its pictures show. */
function nameOf(element: HTMLElement): string {
  const label = element.getAttribute("aria-label");
  if (label !== undefined) return oneLine(label);
  const pictures = element.querySelectorAll("img").map((image) => image.getAttribute("alt") ?? "");
  const spoken = element.childNodes.map((node) =>
    node instanceof HTMLElement && node.getAttribute("aria-hidden") === "true" ? "" : node.text,
  );
  return oneLine([...spoken, ...pictures].join(" "));
}

/** What is wrong with a page for whoever reads it without seeing it. */
function faultsOf({ document, html }: Visit): string[] {
  const levels = document.querySelectorAll("h1, h2, h3, h4").map(({ tagName }) => Number(tagName.slice(1)));
  const faults = [
    /<title>[^<]+<\/title>/.test(html) ? "" : "no title",
    document.querySelectorAll("main").length === 1 ? "" : "not one main",
    levels.filter((level) => level === 1).length === 1 ? "" : "not one h1",
    levels.every((level, place) => level <= (levels[place - 1] ?? 1) + 1) ? "" : `headings skip: ${levels.join(" ")}`,
    ...document
      .querySelectorAll("h1, h2, h3, h4, a, button, summary")
      .map((element) => (nameOf(element) === "" ? `nameless ${element.outerHTML.slice(0, 120)}` : "")),
    ...document
      .querySelectorAll("a")
      .map((link) => (/^(here|click here|more|link)$/i.test(nameOf(link)) ? `says nothing: ${nameOf(link)}` : "")),
    ...document.querySelectorAll("img").map((image) => (image.hasAttribute("alt") ? "" : "picture without alt")),
    ...document
      .querySelectorAll("input, select, textarea")
      .map((field) => (isLabelled(document, field) ? "" : `unlabelled ${field.outerHTML}`)),
    ...sameNames(document),
  ];
  return faults.filter((fault) => fault !== "");
}

function isLabelled(document: HTMLElement, field: HTMLElement): boolean {
  if (field.getAttribute("type") === "hidden" || field.getAttribute("aria-label")) return true;
  const own = field.closest("label");
  const named = document.querySelectorAll("label").find((label) => label.getAttribute("for") === field.id);
  return [own, named].some((label) => label !== null && label !== undefined && oneLine(label.text) !== "");
}

/** Two links of one name that lead to different pages cannot be told apart in a list of links. */
function sameNames(document: HTMLElement): string[] {
  const places = new Map<string, Set<string>>();
  for (const link of document.querySelectorAll("a")) {
    const name = nameOf(link);
    places.set(name, (places.get(name) ?? new Set()).add(link.getAttribute("href") ?? ""));
  }
  return [...places].filter(([, addresses]) => addresses.size > 1).map(([name]) => `several links are called ${name}`);
}

test("in each language every page for clients weighs at most 8 kB, has no script, and can be read without being seen", async ({
  app,
  agency,
}) => {
  const readerOf = await readersOf(app, agency);
  const pages = await clientPages();
  expect(pages.length).toBeGreaterThan(14);
  const wrong: string[] = [];
  for (const { pattern } of pages) {
    const { visitor, path } = readerOf(pattern);
    for (const language of languages) {
      visitor.cookies.set(languageCookie, language);
      const page = await visitor.open(path);
      const faults = faultsOf(page);
      if (page.status !== 200) faults.push(`${page.status}`);
      if (page.url.pathname !== new URL(path, app.origin).pathname) faults.push(`leads to ${page.url.pathname}`);
      if (!page.html.includes(`<html lang="${language}">`)) faults.push("is in another language");
      if (weightOf(page) > budgets["script-free"].document) faults.push(`weighs ${weightOf(page)}`);
      wrong.push(...faults.map((fault) => `${pattern} in ${language}: ${fault}`));
    }
  }
  expect(wrong).toEqual([]);
});

test("every page for clients that fails, or is refused, has one heading and a title", async ({ app, agency }) => {
  const readerOf = await readersOf(app, agency);
  const wrong: string[] = [];
  for (const status of [500, 403, 404]) {
    app.use(
      http.all("*", ({ request }) =>
        request.url.endsWith("/sessions/current") ? undefined : new Response("", { status }),
      ),
    );
    for (const { pattern } of await clientPages()) {
      const { visitor, path } = readerOf(pattern);
      const { html } = await visitor.open(path);
      wrong.push(...headFlaws(html).map((flaw) => `${pattern} at ${status}: ${flaw}`));
    }
    app.resetHandlers();
  }
  expect(wrong).toEqual([]);
});

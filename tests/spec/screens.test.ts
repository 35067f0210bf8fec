import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Visit } from "#tests/support/visitor.ts";
import { type Known, makeKnown } from "./known.ts";
import { lookOver } from "./looking.ts";
import type { Screen } from "./screen.ts";
import { clientScreens } from "./screens/clients.ts";
import { documentScreens } from "./screens/documents.ts";
import { opportunityScreens } from "./screens/opportunities.ts";
import { packageScreens } from "./screens/packages.ts";
import { refusals } from "./screens/refusals.ts";
import { sessionScreens } from "./screens/session.ts";
import { successes } from "./screens/successes.ts";
import { workspaceScreens } from "./screens/workspace.ts";

const records = [...clientScreens, ...packageScreens, ...opportunityScreens, ...documentScreens];
const screens = [...sessionScreens, ...workspaceScreens, ...records, ...refusals, ...successes];

let known: Known;

beforeAll(async () => {
  known = await makeKnown(inject("origin"));
});
afterAll(async () => {
  for (const visitor of Object.values(known.visitors)) await visitor.close();
});

function fill(text: string): string {
  return text.replaceAll(/:([a-z]+)\b/g, (all, name: string) => known.names[name] ?? all);
}

async function reach({ path, by, follow, sent }: Screen): Promise<Visit> {
  const visitor = known.visitors[by];
  const page = await visitor.open(fill(path));
  if (follow !== undefined) return visitor.follow(follow);
  if (sent === undefined) return page;
  const { values = {}, button, files = [] } = sent;
  if (button === undefined) return visitor.send(fill(path), new URLSearchParams(values));
  return visitor.submit(values, { button, files });
}

function said({ path, by, follow, sent }: Screen): string {
  const way = [follow, sent && `${sent.button ?? "a post"} ${JSON.stringify(sent.values ?? {})}`];
  return [path, ...way.filter((step) => step !== undefined), `for ${by}`].join(", ");
}

describe("says what the specification says:", () => {
  for (const screen of screens)
    test(said(screen), async () => {
      lookOver(await reach(screen), screen, fill);
    });
});

test("every screen has something to look for", () => {
  const ways: ReadonlySet<string> = new Set(["path", "by", "follow", "sent"]);
  expect(screens.filter((screen) => Object.keys(screen).every((kind) => ways.has(kind)))).toEqual([]);
});

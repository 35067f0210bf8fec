import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import { type Settled, settle } from "../json-api/settle.ts";
import { apiOf, logFaults } from "../session/session.server.ts";

const members = z.array(z.object({ attributes: z.object({ name: z.string() }) }));

/** What a comment or a note is about. */
interface About {
  readonly type: "client" | "opportunity";
  readonly id: string;
}

/** The names of the colleagues who can be told of a comment or a note, each once. The promise never rejects. */
export function loadMentionable(
  context: Readonly<RouterContextProvider>,
  about: About,
): Promise<Settled<readonly string[]>> {
  const options = { method: "GET", query: { ...about }, failure: "Failed to fetch the colleagues" } as const;
  return settle(
    apiOf(context),
    async (api) => {
      const found = await api.act("/mentionable_members", members, {}, options);
      return [...new Set(found.map(({ attributes }) => attributes.name))];
    },
    logFaults(context),
  );
}

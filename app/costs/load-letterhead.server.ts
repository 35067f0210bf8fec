import type { RouterContextProvider } from "react-router";
import { settle } from "../json-api/settle.ts";
import { agentOf, identityApiOf, logFaults } from "../session/session.server.ts";
import { logoOf } from "../workspace/load-logo.server.ts";
import { findWorkspace } from "../workspace/workspaces.server.ts";
import type { LetterheadFacts } from "./letterhead.tsx";

/** What the workspace says of itself to clients; its name alone where the rest could not be loaded. The promise never rejects. */
export async function loadLetterhead(context: Readonly<RouterContextProvider>): Promise<LetterheadFacts> {
  const { workspace } = agentOf(context);
  const found = await settle(identityApiOf(context), (api) => findWorkspace(api, workspace), logFaults(context));
  const part = found.ok ? { ok: true as const } : found;
  if (!found.ok) return { house: workspace.name, logo: null, lines: [], part };
  const { name, brokerage, licenseNumber, phoneNumber, websiteUrl } = found.data;
  const license = licenseNumber ? `License ${licenseNumber}` : null;
  const website = websiteUrl?.replace(/^https?:\/\//, "").replace(/\/$/, "");
  const lines = [brokerage, license, phoneNumber, website].flatMap((line) => line || []);
  return { house: name, logo: logoOf(context, found.data).picture, lines, part };
}

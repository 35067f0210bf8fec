import type { RouterContextProvider } from "react-router";
import type { Brand } from "../client-pages/face.tsx";
import { withCall } from "../clients/call-link.server.ts";
import type { PortalFacts } from "../session/current-user.ts";
import type { CallableFoot } from "../session/foot.ts";
import { presentUserOf } from "../session/session.server.ts";
import { portalOf } from "./portal.server.ts";

/** What every page of the portal shows around its own content. */
export interface FrameData {
  readonly base: string;
  readonly isView: boolean;
  readonly workspace: Brand;
  readonly agent: PortalFacts["agent"] & { readonly call: string | null };
  /** Of the workspace, for days without a place. */
  readonly timeZone: string;
  readonly person: { readonly name: string };
  /** Whether the person may choose between several workspaces. */
  readonly hasOthers: boolean;
  readonly foot: CallableFoot | null;
  /** Messages that the person has not read, up to 100; null where none can be written. */
  readonly unreadMessages: number | null;
}

export async function frameOf(context: Readonly<RouterContextProvider>): Promise<FrameData> {
  const { base, isView, workspace, facts, user } = portalOf(context);
  const present = isView ? user : await presentUserOf(context);
  return {
    base,
    isView,
    workspace: { name: workspace.name, logoId: facts.logoId ?? null },
    agent: withCall(facts.agent),
    timeZone: workspace.timeZone ?? "UTC",
    person: { name: user.person.name },
    hasOthers: user.workspaces.length > 1,
    foot: facts.foot && withCall(facts.foot),
    unreadMessages: present.portal?.unreadMessages ?? null,
  };
}

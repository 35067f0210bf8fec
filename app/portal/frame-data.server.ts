import type { RouterContextProvider } from "react-router";
import type { Brand } from "../client-pages/face.tsx";
import { placeFields } from "../forms/forms.server.ts";
import type { PortalFacts } from "../session/current-user.ts";
import type { CallableFoot } from "../session/foot.ts";
import { presentUserOf } from "../session/session.server.ts";
import { withCall } from "../ui/phone.server.ts";
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
  /** Whose portal it is, where the person may choose between several; null for all others. */
  readonly household: string | null;
  /** Of an invitation that waits, whose portal it is to; null for none. */
  readonly invitation: string | null;
  /** What every form holds: to whom and in whose portal it was shown. */
  readonly formFields: Readonly<Record<string, string>>;
  readonly foot: CallableFoot | null;
  /** Messages that the person has not read, up to 100; null where none can be written. */
  readonly unreadMessages: number | null;
}

export async function frameOf(context: Readonly<RouterContextProvider>): Promise<FrameData> {
  const { base, isView, workspace, facts, user } = portalOf(context);
  const present = isView ? user : await presentUserOf(context);
  const here = user.households.find(({ clientId }) => clientId === facts.clientId);
  return {
    base,
    isView,
    workspace: { name: workspace.name, logoId: facts.logoId ?? null },
    agent: withCall(facts.agent),
    timeZone: workspace.timeZone ?? "UTC",
    person: { name: user.person.name },
    household: !isView && user.households.length > 1 ? (here?.name ?? null) : null,
    invitation: user.households.find(({ isAccepted }) => !isAccepted)?.name ?? null,
    formFields: isView ? {} : placeFields(context),
    foot: facts.foot && withCall(facts.foot),
    unreadMessages: present.portal?.unreadMessages ?? null,
  };
}

import { href } from "react-router";
import { useTexts } from "../client-pages/texts/texts.ts";
import { WorkspaceFoot } from "../client-pages/workspace-foot.tsx";
import type { PageHandle } from "../entry/page-handle.ts";
import { agentOf, identityApiOf, load } from "../session/session.server.ts";
import { withCall } from "../ui/phone.server.ts";
import type { Route } from "./+types/preview";
import { findLandingPage } from "./landing-pages.server.ts";
import { LandingView } from "./landing-view.tsx";

/** The workspace's landing page as everybody sees it, for its staff. */

export const handle: PageHandle = { scripts: "none", sheet: "portal" };

export async function loader({ context }: Route.LoaderArgs) {
  const found = findLandingPage(identityApiOf(context), agentOf(context).workspace.handle);
  const landing = await load(found);
  return { landing, foot: withCall(landing.foot) };
}

export default function LandingPreview({ loaderData: { landing, foot } }: Route.ComponentProps) {
  const { preview } = useTexts().landing;
  return (
    <>
      <section className="view-bar acts justify-between" aria-label={preview.title}>
        <p>
          <b>{preview.title}</b> {preview.text}
        </p>
        <a className="btn" href={href("/settings/portal")}>
          {preview.back}
        </a>
      </section>
      <LandingView landing={landing} isClient={false} />
      <WorkspaceFoot foot={foot} />
    </>
  );
}

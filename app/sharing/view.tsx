import { href } from "react-router";
import { AboutWorkspace } from "../client-pages/about-workspace.tsx";
import { Gallery } from "../client-pages/gallery.tsx";
import { PropertyFacts } from "../client-pages/property-facts.tsx";
import { ReleasedCards } from "../client-pages/released-cards.tsx";
import { useTexts } from "../client-pages/texts/texts.ts";
import { cityLine } from "../ui/city-line.ts";
import { withCall } from "../ui/phone.server.ts";
import type { Route } from "./+types/view";
import { linkToken, loadShared, sharingApiOf } from "./load-shared.server.ts";
import { findView } from "./shared.server.ts";
import { SharedDocuments } from "./shared-documents.tsx";
import { SharedFrame } from "./shared-frame.tsx";
import { readStart } from "./shared-property.ts";

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const token = linkToken(params.token);
  const start = readStart(url.searchParams);
  const {
    id: _id,
    etag: _etag,
    can: _can,
    ...view
  } = await loadShared(context, token, (viewing) => findView(sharingApiOf(context), viewing, start));
  const { agent, foot } = view;
  return { token, start, view: { ...view, agent: agent && withCall(agent), foot: foot && withCall(foot) } };
}

/** The property as people with the link see it. */
export default function SharedProperty({ loaderData: { token, start, view } }: Route.ComponentProps) {
  const { sharing } = useTexts();
  const pathOf = (photoId: string) => href("/shared/:token/photos/:photoId", { token, photoId });
  return (
    <SharedFrame
      {...view}
      title={view.street}
      subtitle={cityLine(view)}
      photos={<Gallery photos={view.photos} pathOf={pathOf} />}
    >
      <section className="sec">
        <h2 className="hidden">{sharing.facts}</h2>
        {/* When offers are due is between the agent and their clients. */}
        <PropertyFacts property={{ ...view, offerDueAt: null, timeZone: "UTC" }} />
      </section>
      <SharedDocuments token={token} start={start} {...view} />
      <ReleasedCards released={view.released} />
      {view.workspaceName === null ? null : <AboutWorkspace name={view.workspaceName} foot={view.foot} />}
    </SharedFrame>
  );
}

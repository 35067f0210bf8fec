import { createContext, type ReactNode, useContext } from "react";
import { href, useLocation } from "react-router";
import { AgentCard } from "../../client-pages/agent-card.tsx";
import { BrandLine, Face } from "../../client-pages/face.tsx";
import { PortalTitle } from "../../client-pages/portal-shell.tsx";
import { useTexts } from "../../client-pages/texts/texts.ts";
import { WorkspaceFoot } from "../../client-pages/workspace-foot.tsx";
import type { FrameData } from "../frame-data.server.ts";
import { countOfNew } from "./count-of-new.ts";

const Frame = createContext<FrameData | null>(null);

/** What the frame of the portal shows. Within `PortalFrame` only. */
export function useFrame(): FrameData {
  const frame = useContext(Frame);
  if (frame === null) throw new Error("This part belongs within the frame of the portal.");
  return frame;
}

/** Gives the addresses of the portal's pages, for clients and for staff who look alike: `to("/me")`. */
export function usePortalPath(): (below: string) => string {
  const { base } = useFrame();
  return (below) => base + below;
}

/** The portal around a page: whose it is, its links (a bar at the bottom on phones), and the agent. */
export function PortalFrame({ frame, children }: { frame: FrameData; children: ReactNode }) {
  const { workspace, agent, person, hasOthers, isView, unreadMessages } = frame;
  const {
    nav,
    agent: { yours },
  } = useTexts();
  const { pathname } = useLocation();
  const here = pathname.replace(/(?<!\/)\/+$/, "").toLowerCase();
  const link = (below: string, label: ReactNode, isSmall = false) => {
    const address = frame.base + below;
    const isHere = below === "" ? here === address : here === address || here.startsWith(`${address}/`);
    return (
      <a href={address} className={isSmall ? "phone" : undefined} aria-current={isHere ? "page" : undefined}>
        {label}
      </a>
    );
  };
  // What was new is shown on this page.
  const isReading = here === `${frame.base}/messages`;
  return (
    <Frame value={frame}>
      <div className="shell">
        <header className="side">
          <a className="brand" href={frame.base}>
            <BrandLine brand={workspace} detail={agent.name} />
          </a>
          <nav aria-label={nav.label}>
            {link("", nav.home, true)}
            {link("/properties", nav.properties)}
            {link("/messages", <CountedLabel label={nav.messages} count={isReading ? 0 : (unreadMessages ?? 0)} />)}
            {link("/documents", nav.documents)}
          </nav>
          <div className="own">
            <a href={`${frame.base}/me`} className="who">
              <Face name={person.name} />
              <span>{nav.me}</span>
            </a>
            {hasOthers && !isView ? <a href={href("/client-portal/workspaces")}>{nav.switch}</a> : null}
          </div>
        </header>
        <main id="main">
          {children}
          <WorkspaceFoot foot={frame.foot} />
        </main>
        <AgentCard agent={agent} role={yours} messages={unreadMessages === null ? null : `${frame.base}/messages`} />
      </div>
    </Frame>
  );
}

/** The text of a link with how many are new behind it; nothing more at zero. */
function CountedLabel({ label, count }: { label: string; count: number }) {
  const { messages } = useTexts();
  if (count === 0) return label;
  const shown = countOfNew(count);
  return (
    <>
      {label}{" "}
      <span className="count" aria-hidden="true">
        {shown}
      </span>
      <span className="hidden">({messages.unread(shown)})</span>
    </>
  );
}

type PortalPageProps = { title: string; subtitle?: ReactNode; children?: ReactNode };

/** The head of a page of the portal: its one `h1`, with a line below. */
export function PortalPage({ title, subtitle, children }: PortalPageProps) {
  const { workspace } = useFrame();
  return (
    <>
      <PortalTitle of={workspace.name}>{title}</PortalTitle>
      <div className="title">
        <h1>{title}</h1>
        {subtitle === undefined ? null : <p className="muted">{subtitle}</p>}
      </div>
      {children}
    </>
  );
}

type PortalCardProps = { title: string; children: ReactNode };

/** A card with a heading. */
export function PortalCard({ title, children }: PortalCardProps) {
  return (
    <section className="card">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

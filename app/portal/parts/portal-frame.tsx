import { createContext, type ReactNode, useContext } from "react";
import { href, useLocation } from "react-router";
import { AgentCard } from "../../client-pages/agent-card.tsx";
import { BrandLine, Face } from "../../client-pages/face.tsx";
import { Icon, type IconName } from "../../client-pages/icon.tsx";
import { PortalTitle } from "../../client-pages/portal-shell.tsx";
import { useTexts } from "../../client-pages/texts/texts.ts";
import { WorkspaceFoot } from "../../client-pages/workspace-foot.tsx";
import { PostFormExtra } from "../../ui/post-form.tsx";
import type { FrameData } from "../frame-data.server.ts";
import { countOfNew } from "./count-of-new.ts";
import { PortalLateNotice } from "./portal-late.tsx";

const Frame = createContext<FrameData | null>(null);

/** What the frame of the portal shows. Within `PortalFrame` only. */
export function useFrame(): FrameData {
  const frame = useContext(Frame);
  if (frame === null) throw new Error("This part belongs within the frame of the portal.");
  return frame;
}

/** The name of who works the deal of a property, which is not always the client's agent. */
export function useAgentOf({ agentName }: { readonly agentName: string | null }): string {
  const { agent } = useFrame();
  return agentName ?? agent.name;
}

/** Gives the addresses of the portal's pages, for clients and for staff who look alike: `to("/me")`. */
export function usePortalPath(): (below: string) => string {
  const { base } = useFrame();
  return (below) => base + below;
}

/** The portal around a page: whose it is, its links (a bar at the bottom on phones), and the agent. */
export function PortalFrame({ frame, children }: { frame: FrameData; children: ReactNode }) {
  const { workspace, agent, person, household, invitation, formFields, unreadMessages } = frame;
  const {
    nav,
    agent: { yours },
  } = useTexts();
  const { pathname } = useLocation();
  const here = pathname.replace(/(?<!\/)\/+$/, "").toLowerCase();
  const link = (below: string, icon: IconName, label: ReactNode) => {
    const address = frame.base + below;
    const isHere = below === "" ? here === address : here === address || here.startsWith(`${address}/`);
    return (
      <a href={address} aria-current={isHere ? "page" : undefined}>
        <Icon name={icon} />
        {label}
      </a>
    );
  };
  // What was new is shown on this page.
  const isReading = here === `${frame.base}/messages`;
  return (
    <Frame value={frame}>
      <div className="port">
        <header className="side">
          <a className="brand" href={frame.base}>
            <BrandLine brand={workspace} detail={household === null ? agent.name : nav.of(household)} />
          </a>
          <nav aria-label={nav.label}>
            {link("", "home", nav.home)}
            {link("/properties", "grid", nav.properties)}
            {link(
              "/messages",
              "msg",
              <CountedLabel label={nav.messages} count={isReading ? 0 : (unreadMessages ?? 0)} />,
            )}
            {link("/documents", "doc", nav.documents)}
          </nav>
          <div className="own">
            <a href={`${frame.base}/me`}>
              <Face name={person.name} size="sm" />
              <span>{nav.me}</span>
            </a>
            {household === null ? null : (
              <a href={href("/client-portal/workspaces")}>
                {invitation === null ? nav.switch : nav.invitation(invitation)}
              </a>
            )}
          </div>
        </header>
        <main id="main" className="main stack">
          <PortalLateNotice />
          <PostFormExtra value={<PlaceFields fields={formFields} />}>{children}</PostFormExtra>
          <WorkspaceFoot foot={frame.foot} />
        </main>
        <aside>
          <AgentCard agent={agent} role={yours} messages={unreadMessages === null ? null : `${frame.base}/messages`} />
        </aside>
      </div>
    </Frame>
  );
}

/** Of every form of the portal: to whom, and in whose portal, it is shown. */
function PlaceFields({ fields }: { fields: FrameData["formFields"] }) {
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

/** The text of a link with how many are new behind it; nothing more at zero. */
function CountedLabel({ label, count }: { label: string; count: number }) {
  const { messages } = useTexts();
  if (count === 0) return label;
  const shown = countOfNew(count);
  return (
    <>
      {label}{" "}
      <span className="c" aria-hidden="true">
        {shown}
      </span>
      <span className="hidden">({messages.unread(shown)})</span>
    </>
  );
}

type PortalPageProps = {
  title: string;
  subtitle?: ReactNode;
  /** The list that the page is out of, above its title. */
  from?: { readonly below: string; readonly label: string };
  children?: ReactNode;
};

/** The head of a page of the portal: its one `h1`, with a line below. */
export function PortalPage({ title, subtitle, from, children }: PortalPageProps) {
  const { workspace } = useFrame();
  const to = usePortalPath();
  return (
    <>
      <PortalTitle of={workspace.name}>{title}</PortalTitle>
      <div>
        {from === undefined ? null : (
          <a className="back" href={to(from.below)}>
            <Icon name="left" />
            {from.label}
          </a>
        )}
        <h1>{title}</h1>
        {subtitle === undefined ? null : <p className="lead">{subtitle}</p>}
      </div>
      {children}
    </>
  );
}

type PortalCardProps = {
  title: string;
  /** Whether it has a frame, as what stands beside a page. */
  isBoxed?: boolean;
  children: ReactNode;
};

/** A part of a page with a heading. */
export function PortalCard({ title, isBoxed = false, children }: PortalCardProps) {
  return (
    <section className={isBoxed ? "card" : "sec"}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

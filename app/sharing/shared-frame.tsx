import type { ComponentProps, ReactNode } from "react";
import { AgentCard } from "../client-pages/agent-card.tsx";
import { BrandLine } from "../client-pages/face.tsx";
import { PortalTitle } from "../client-pages/portal-shell.tsx";
import { LanguageLink } from "../client-pages/public-parts.tsx";
import { useTexts } from "../client-pages/texts/texts.ts";
import { WorkspaceFoot } from "../client-pages/workspace-foot.tsx";
import type { CallableFoot } from "../session/foot.ts";
import type { SharedView } from "./shared.server.ts";

type SharedFrameProps = Pick<SharedView, "workspaceName" | "logoId"> & {
  agent: ComponentProps<typeof AgentCard>["agent"] | null;
  foot: CallableFoot | null;
  title: string;
  subtitle: string;
  children: ReactNode;
};

/** Around what a link shows: whose property it is, and whom to ask. */
export function SharedFrame({ workspaceName, logoId, agent, foot, title, subtitle, children }: SharedFrameProps) {
  const { sharing } = useTexts();
  return (
    <div className="shell">
      <PortalTitle {...(workspaceName !== null && { of: workspaceName })}>{title}</PortalTitle>
      <header className="side">
        {workspaceName === null ? null : (
          <div className="brand">
            <BrandLine brand={{ name: workspaceName, logoId }} detail={agent?.name} />
          </div>
        )}
        <div className="own">
          <LanguageLink />
        </div>
      </header>
      <main id="main">
        <div className="title">
          <h1>{title}</h1>
          <p className="muted">{subtitle}</p>
        </div>
        {children}
        <WorkspaceFoot foot={foot} />
      </main>
      {agent === null ? null : <AgentCard agent={agent} role={sharing.ask} messages={null} />}
    </div>
  );
}

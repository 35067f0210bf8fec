import type { ComponentProps, ReactNode } from "react";
import { AgentCard } from "../client-pages/agent-card.tsx";
import { BrandLine } from "../client-pages/face.tsx";
import { PortalTitle } from "../client-pages/portal-shell.tsx";
import { LanguageFoot } from "../client-pages/public-parts.tsx";
import { useTexts } from "../client-pages/texts/texts.ts";
import type { CallableFoot } from "../session/foot.ts";
import type { SharedView } from "./shared.server.ts";

type SharedFrameProps = Pick<SharedView, "workspaceName" | "logoId"> & {
  agent: ComponentProps<typeof AgentCard>["agent"] | null;
  foot: CallableFoot | null;
  title: string;
  subtitle: string;
  /** Over the whole width. */
  photos: ReactNode;
  children: ReactNode;
};

/** Around what a link shows: whose property it is, and whom to ask. */
export function SharedFrame({
  workspaceName,
  logoId,
  agent,
  foot,
  title,
  subtitle,
  photos,
  children,
}: SharedFrameProps) {
  const { sharing } = useTexts();
  return (
    <>
      <PortalTitle {...(workspaceName !== null && { of: workspaceName })}>{title}</PortalTitle>
      <header className="land">
        {workspaceName === null ? null : (
          <div className="brand">
            <BrandLine brand={{ name: workspaceName, logoId }} detail={sharing.withYou} />
          </div>
        )}
      </header>
      <main id="main" className="main mid stack">
        <div>
          <h1>{title}</h1>
          <p className="lead">{subtitle}</p>
        </div>
        {photos}
        <div className="split">
          <div className="stack">{children}</div>
          {agent === null ? null : (
            <section className="card">
              <h2>{sharing.ask}</h2>
              <AgentCard agent={agent} role={workspaceName ?? ""} messages={null} />
            </section>
          )}
        </div>
        <LanguageFoot foot={foot} />
      </main>
    </>
  );
}

import type { ReactNode } from "react";
import { phoneText } from "../../spelling/phone-text.ts";
import { LinkButton } from "../ui/button.tsx";
import { messageLink } from "../ui/mail-link.ts";
import { useInsidePage } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import { PortalShell, PortalTitle } from "./portal-shell.tsx";

export type SaidProps = {
  title: string;
  text: string;
  way?: { label: string; href: string };
  agent?: { name: string; email: string; phoneNumber: string | null };
  signOut?: string;
  /** More below it. */
  children?: ReactNode;
};

/** What happened and what to do: a page of its own, or in place of a part that could not be shown. */
export function Said({ title, text, way, agent, signOut, children }: SaidProps) {
  const isPart = useInsidePage();
  const body = (
    <>
      {way === undefined ? null : (
        <LinkButton href={way.href} look="go">
          {way.label}
        </LinkButton>
      )}
      {agent === undefined ? null : (
        <p>
          <b>{agent.name}</b>
          {agent.phoneNumber === null ? "" : `, ${phoneText(agent.phoneNumber)}`},{" "}
          <a href={messageLink(agent.email) ?? ""}>{agent.email}</a>
        </p>
      )}
      {signOut === undefined ? null : (
        <PostForm action="/client-portal/sign-out">
          <button className="btn" type="submit">
            {signOut}
          </button>
        </PostForm>
      )}
      {children}
    </>
  );
  if (!isPart) {
    return (
      <PortalShell title={title} subtitle={text}>
        {body}
      </PortalShell>
    );
  }
  return (
    <div className="sec">
      <PortalTitle>{title}</PortalTitle>
      <h1>{title}</h1>
      <p className="muted">{text}</p>
      {body}
    </div>
  );
}

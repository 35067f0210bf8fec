import { href } from "react-router";
import { BrandLine, Face } from "../client-pages/face.tsx";
import { inLanguage } from "../client-pages/texts/languages.ts";
import { useLanguage, useTexts } from "../client-pages/texts/texts.ts";
import { LinkButton } from "../ui/button.tsx";
import type { LandingPage } from "./landing-page.ts";

type PublicPage =
  | "/client-portal"
  | "/client-portal/contact"
  | "/client-portal/contact/sent"
  | "/client-portal/register"
  | "/client-portal/register/sent";

/** Gives the address of one of a workspace's public pages. */
export function pathAt(handle: string, page: PublicPage) {
  return `${href(page)}?${new URLSearchParams({ workspace: handle })}`;
}

/** The way to one's own pages, and for whoever is not signed in to the portal the way to sign in. */
export function WayIn({ isClient }: { isClient: boolean }) {
  const { page } = useTexts().landing;
  if (isClient)
    return (
      <a className="btn q" href={href("/client-portal/dashboard")}>
        {page.own}
      </a>
    );
  return (
    <a className="btn q" href={href("/client-portal/login")}>
      {page.signIn}
    </a>
  );
}

type LandingViewProps = { landing: LandingPage; isClient: boolean };

/** The landing page of a workspace: who the agent is, what clients say, and what people ask. */
export function LandingView({ landing, isClient }: LandingViewProps) {
  const { page } = useTexts().landing;
  const language = useLanguage();
  const { name, logoId, agent, testimonials, questions } = landing;
  const asked = questions.map(({ question, answer, questionEs, answerEs }) => ({
    question: inLanguage(language, question, questionEs),
    answer: inLanguage(language, answer, answerEs),
  }));
  return (
    <>
      <title>{`${agent.name} · ${name}`}</title>
      <header className="land">
        <div className="brand">
          <BrandLine brand={{ name, logoId }} />
        </div>
        <WayIn isClient={isClient} />
      </header>
      <main id="main" className="main mid stack">
        <Profile landing={landing} />
        {testimonials.length === 0 ? null : (
          <section className="sec">
            <h2>{page.customers}</h2>
            <div className="grid gap-5 md:grid-cols-2">
              {testimonials.map((said) => (
                <figure key={said.text} className="card flex flex-col justify-between">
                  <blockquote>{inLanguage(language, said.text, said.textEs)}</blockquote>
                  <figcaption className="muted small">
                    {[said.name, said.place].filter((part) => part !== null && part !== "").join(", ")}
                  </figcaption>
                </figure>
              ))}
            </div>
          </section>
        )}
        <section className="sec">
          <h2>{page.questions}</h2>
          <div>
            {[...page.answers, ...asked].map(({ question, answer }) => (
              <div key={question} className="faq">
                <h3>{question}</h3>
                <p className="muted told max-w-160">{answer}</p>
              </div>
            ))}
          </div>
        </section>
      </main>
    </>
  );
}

function Profile({ landing }: { landing: LandingPage }) {
  const { name, handle, agent, description, takesRegistrations } = landing;
  const introduction = inLanguage(useLanguage(), landing.introduction, landing.introductionEs);
  const { page } = useTexts().landing;
  return (
    <section className="grid gap-5 md:grid-cols-[auto_1fr] md:gap-8">
      <Face name={agent.name} photoId={agent.photoId} size="xl" />
      <div>
        <h1>{agent.name}</h1>
        <p className="lead">{page.with(name)}</p>
        {[description, introduction].map((text) =>
          text === null ? null : (
            <p key={text} className="told mt-3 max-w-160">
              {text}
            </p>
          ),
        )}
        <div className="acts mt-3">
          {takesRegistrations ? (
            <LinkButton href={pathAt(handle, "/client-portal/register")} look="go">
              {page.register}
            </LinkButton>
          ) : null}
          <LinkButton href={pathAt(handle, "/client-portal/contact")} look={takesRegistrations ? "plain" : "go"}>
            {page.contact}
          </LinkButton>
        </div>
      </div>
    </section>
  );
}

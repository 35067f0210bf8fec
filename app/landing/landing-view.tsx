import { href } from "react-router";
import { BrandLine, Face } from "../client-pages/face.tsx";
import { inLanguage } from "../client-pages/texts/languages.ts";
import { useLanguage, useTexts } from "../client-pages/texts/texts.ts";
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
  if (isClient) return <a href={href("/client-portal/dashboard")}>{page.own}</a>;
  return <a href={href("/client-portal/login")}>{page.signIn}</a>;
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
    <main id="main" className="landing">
      <title>{`${agent.name} · ${name}`}</title>
      <div className="brand">
        <BrandLine brand={{ name, logoId }} />
      </div>
      <Profile landing={landing} isClient={isClient} />
      {testimonials.length === 0 ? null : (
        <section>
          <h2>{page.customers}</h2>
          <div className="said">
            {testimonials.map((said) => (
              <figure key={said.text} className="card">
                <blockquote className="serif">{inLanguage(language, said.text, said.textEs)}</blockquote>
                <figcaption className="muted">
                  {[said.name, said.place].filter((part) => part !== null && part !== "").join(", ")}
                </figcaption>
              </figure>
            ))}
          </div>
        </section>
      )}
      <section>
        <h2>{page.questions}</h2>
        <div className="card">
          {[...page.answers, ...asked].map(({ question, answer }) => (
            <div key={question} className="faq">
              <h3>{question}</h3>
              <p>{answer}</p>
            </div>
          ))}
        </div>
      </section>
    </main>
  );
}

function Profile({ landing, isClient }: LandingViewProps) {
  const { name, handle, agent, description, takesRegistrations } = landing;
  const introduction = inLanguage(useLanguage(), landing.introduction, landing.introductionEs);
  const { page } = useTexts().landing;
  return (
    <section className="profile card">
      <Face name={agent.name} photoId={agent.photoId} />
      <div>
        <h1>{agent.name}</h1>
        <p className="muted">{page.with(name)}</p>
        {description === null ? null : <p className="told">{description}</p>}
        {introduction === null ? null : <p className="told">{introduction}</p>}
        <div className="actions">
          {takesRegistrations ? (
            <a className="btn go" href={pathAt(handle, "/client-portal/register")}>
              {page.register}
            </a>
          ) : null}
          <a className={takesRegistrations ? "btn" : "btn go"} href={pathAt(handle, "/client-portal/contact")}>
            {page.contact}
          </a>
          <WayIn isClient={isClient} />
        </div>
      </div>
    </section>
  );
}

import { Gallery } from "../client-pages/gallery.tsx";
import { PlaceOfProperty } from "../client-pages/place-of-property.tsx";
import { PropertyFacts } from "../client-pages/property-facts.tsx";
import { ReleasedCards } from "../client-pages/released-cards.tsx";
import { priceOf, soldDay } from "../client-pages/texts/format.ts";
import { textsOf, useLanguage, useTexts } from "../client-pages/texts/texts.ts";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { load, recordId } from "../session/session.server.ts";
import { cityLine } from "../ui/city-line.ts";
import type { Route } from "./+types/property";
import { type Answers, loadAnswers } from "./answers.server.ts";
import { loadPlace } from "./load-place.server.ts";
import { loadReleased } from "./load-released.server.ts";
import { noteOpened } from "./opened.server.ts";
import { AnswerPanels, AskedPanels } from "./parts/answer-panels.tsx";
import { DocumentList } from "./parts/document-list.tsx";
import { PortalCard, PortalPage, usePortalPath } from "./parts/portal-frame.tsx";
import { PortalLate } from "./parts/portal-late.tsx";
import { PriorityForm } from "./parts/priority-form.tsx";
import { StageLine } from "./parts/stage-line.tsx";
import { portalOf } from "./portal.server.ts";
import { choosePriority, listDocuments, loadProperty } from "./portal-properties.server.ts";
import { isBought, isOfferAnswered, priorityForm } from "./portal-property.ts";

/** One property of a client: its photos, facts and documents, and how much they want it. */

export const handle = { form: "create" };

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { api } = portalOf(context);
  const id = recordId(params.packageId);
  const [{ can: _can, etag: _etag, ...property }, documents, released, answers] = await Promise.all([
    loadProperty(api, id),
    load(listDocuments(api)),
    loadReleased(context, id),
    loadAnswers(context, id),
    noteOpened(context, request, "property", id),
  ]);
  const own = documents.filter(({ packageId }) => packageId === id);
  return {
    property,
    documents: own,
    released,
    answers,
    place: await loadPlace(context, property),
    start: await startForm(context),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { api, base, language } = portalOf(context);
  const id = recordId(params.packageId);
  return submitForm({ request, context, ofRecord: true }, priorityForm, async ({ value, key }) => {
    await choosePriority(api, id, value.priority, key);
    return { location: `${base}/properties/${encodeURIComponent(id)}`, toast: textsOf(language).properties.saved };
  });
}

export default function PortalPropertyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { properties, nav, documents: words } = useTexts();
  const { property, documents, place, start } = loaderData;
  const released = loaderData.released.ok ? loaderData.released.data : null;
  const answers = loaderData.answers.ok ? loaderData.answers.data : null;
  const to = usePortalPath();
  return (
    <PortalPage
      title={property.street}
      subtitle={cityLine(property)}
      from={{ below: "/properties", label: nav.properties }}
    >
      <Gallery photos={property.photos} pathOf={(id) => to(`/photos/${encodeURIComponent(id)}`)} />
      <div className="split">
        <div className="stack">
          <section className="sec">
            <h2 className="hidden">{properties.facts}</h2>
            <PropertyFacts property={property}>
              {property.isRefused && !isOfferAnswered(property) ? null : <StageLine of={property} />}
              {isBought(property) ? <Bought boughtOn={property.boughtOn} offer={answers?.offer ?? null} /> : null}
              <PortalLate part={loaderData.answers} />
              <AskedPanels property={property} answers={answers} />
            </PropertyFacts>
          </section>
          <PortalCard title={words.title}>
            {documents.length === 0 ? <p className="muted">{words.empty}</p> : <DocumentList documents={documents} />}
          </PortalCard>
          <PortalLate part={loaderData.released} />
          <ReleasedCards released={released} />
          <PlaceOfProperty place={place} mapPath={to(`/properties/${encodeURIComponent(property.id)}/map`)} />
        </div>
        <div className="stack gap-3">
          {property.isRefused || isBought(property) ? null : (
            <PortalCard title={properties.wanted} isBoxed>
              <PriorityForm property={property} start={start} reply={actionData} />
            </PortalCard>
          )}
          <AnswerPanels property={property} answers={answers} />
        </div>
      </div>
    </PortalPage>
  );
}

type BoughtProps = { boughtOn: string | null | undefined; offer: Answers["offer"] };

/** That the home is theirs, since when, and what they paid. */
function Bought({ boughtOn, offer }: BoughtProps) {
  const { yours, bought } = useTexts().properties;
  const language = useLanguage();
  return (
    <div>
      <h2>{yours}</h2>
      <dl className="facts">
        {offer === null ? null : (
          <div>
            <dt>{bought.price}</dt>
            <dd>{priceOf(language, offer.price)}</dd>
          </div>
        )}
        {boughtOn ? (
          <div>
            <dt>{bought.on}</dt>
            <dd>{soldDay(language, boughtOn)}</dd>
          </div>
        ) : null}
      </dl>
    </div>
  );
}

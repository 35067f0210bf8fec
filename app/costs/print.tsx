import { useHydrated } from "remix-utils/use-hydrated";
import { loadPackage } from "../packages/load-package.server.ts";
import { agentOf, loadBoth, notFound, recordId } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { cityLine } from "../ui/city-line.ts";
import { Page, PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/print";
import { loadEstimate, loadLetterhead } from "./costs.server.ts";
import { costsPath, disclaimer } from "./estimate.ts";
import { EstimateLines, EstimateSummary } from "./estimate-lines.tsx";
import { Letterhead } from "./letterhead.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = recordId(params.packageId);
  const [{ street, city, state, zip }, [estimate, letterhead]] = await loadBoth(
    loadPackage(context, id),
    Promise.all([loadEstimate(context, id), loadLetterhead(context)]),
  );
  if (estimate === null) throw notFound();
  const { name, phoneNumber, email } = agentOf(context).person;
  const agent = [name, phoneNumber, email].filter((part) => part !== null).join(", ");
  return { id, street, place: cityLine({ city, state, zip }), estimate, letterhead, agent };
}

export default function PrintedCosts({ loaderData }: Route.ComponentProps) {
  const { id, street, place, estimate, letterhead, agent } = loaderData;
  return (
    <Page narrow>
      <div className="actions">
        <LinkButton href={costsPath(id)}>Back</LinkButton>
        <PrintButton />
      </div>
      <Letterhead facts={letterhead} />
      <PageHead
        title="Estimated costs"
        documentTitle={`Estimated costs, ${street}`}
        subtitle={[street, place].filter((line) => line !== "").join(", ")}
      />
      <p className="mb-2">
        <b>{disclaimer}.</b> Prepared by {agent}.
      </p>
      <EstimateSummary estimate={estimate} />
      <EstimateLines estimate={estimate} />
    </Page>
  );
}

function PrintButton() {
  const isHydrated = useHydrated();
  if (!isHydrated) return <span className="muted small">Use your browser's Print command.</span>;
  return (
    <button type="button" className="btn" onClick={() => window.print()}>
      Print
    </button>
  );
}

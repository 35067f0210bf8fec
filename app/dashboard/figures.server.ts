import { href } from "react-router";
import type { Api } from "../json-api/api.ts";
import { type OnFault, settle } from "../json-api/settle.ts";
import { labelOfStage, stages } from "../opportunities/deal-labels.ts";
import { countStages } from "../opportunities/opportunities.server.ts";
import type { Agent } from "../session/current-user.ts";
import { formatAhead } from "../ui/date-format.ts";
import { formatNumber, formatShortMoney } from "../ui/number-format.ts";
import { type Figures, findFigures } from "./dashboard.server.ts";
import type { ShownTile } from "./figure-tiles.tsx";
import type { FirstStep } from "./first-steps.tsx";
import type { StageBar } from "./stage-bars.tsx";

const dealsPath = `${href("/opportunities")}?stage=active`;

/** What stands on top of the dashboard. */
export interface Top {
  readonly tiles: readonly ShownTile[];
  /** What a new workspace begins with; empty once all of it is done, and for those who may not. */
  readonly steps: readonly FirstStep[];
}

/** The tiles that need no figures: each opens the list that it counts. */
export function plainTiles({ openDeals, clients }: Agent["counts"]): ShownTile[] {
  return [
    ...(openDeals === null ? [] : [{ label: "Open deals", value: formatNumber(openDeals), href: dealsPath }]),
    ...(clients === null ? [] : [{ label: "Clients", value: formatNumber(clients), href: `${href("/clients")}/` }]),
  ];
}

/** The same with the figures between them, where the service has any. The promise never rejects. */
export async function loadTop(api: Api, agent: Agent, now: Date, onFault: OnFault): Promise<Top> {
  const plain = plainTiles(agent.counts);
  const found = await settle(api, async (api) => topOf(await findFigures(api), plain, agent, now), onFault);
  return found.ok ? found.data : { tiles: plain, steps: [] };
}

function topOf(figures: Figures, plain: readonly ShownTile[], agent: Agent, now: Date): Top {
  const [deals, ...others] = plain;
  const { newThisWeek } = figures;
  const note = newThisWeek === 0 ? "" : `${formatNumber(newThisWeek)} new this week`;
  const timeZone = agent.workspace.timeZone ?? "UTC";
  const tiles = [...(deals ? [{ ...deals, note }] : []), ...figureTiles(figures, timeZone, now), ...others];
  return { tiles, steps: stepsOf(figures, agent) };
}

function figureTiles(figures: Figures, timeZone: string, now: Date): ShownTile[] {
  const { valueInPlay, showingsThisWeek, showingsToConfirm, offersDue, nextOfferDueAt } = figures;
  const [most, ...lesser] = valueInPlay;
  const next = nextOfferDueAt === null ? null : formatAhead(nextOfferDueAt, timeZone, now);
  const offered =
    most === undefined || Number(most.offered) === 0 ? "" : `Offers: ${formatShortMoney(most.currency, most.offered)}`;
  return [
    {
      label: "Value in play",
      value: most === undefined ? "$0" : formatShortMoney(most.currency, most.amount),
      note: [offered, ...lesser.map(({ currency, amount }) => `and ${formatShortMoney(currency, amount)}`)]
        .filter((part) => part !== "")
        .join(", "),
      href: dealsPath,
    },
    {
      label: "Showings this week",
      value: formatNumber(showingsThisWeek),
      note: showingsToConfirm === 0 ? "" : `${showingsToConfirm} to confirm`,
      href: `${href("/calendar")}?view=week&whose=everyone&kind=showing`,
    },
    {
      label: "Offers due",
      value: formatNumber(offersDue),
      note: next === null ? "" : `Next: ${next.day}`,
      href: `${href("/packages")}/?due=1w&sort=due`,
    },
  ];
}

function stepsOf({ hasClients, hasPackages, hasOpportunities }: Figures, { can }: Agent): FirstStep[] {
  if ((hasClients && hasPackages && hasOpportunities) || !can("clients.create")) return [];
  return [
    {
      label: "Add a client",
      text: "Their contact details, and what they are looking for.",
      href: href("/clients/new"),
      isDone: hasClients,
    },
    {
      label: "Add a property",
      text: "By its address; documents, findings and costs come along later.",
      href: href("/packages/new"),
      isDone: hasPackages,
    },
    {
      label: "Open a deal",
      text: "For one client and one property: its showings, offer and closing.",
      href: href("/opportunities/new"),
      isDone: hasOpportunities,
    },
  ];
}

/** The open deals at each stage; null where there are none, or the service does not count them. The promise never rejects. */
export async function loadStageBars(api: Api, onFault: OnFault): Promise<readonly StageBar[] | null> {
  const found = await settle(api, countStages, onFault);
  if (!found.ok) return null;
  const { counts, most } = found.data;
  const open = stages.filter((stage) => stage !== "closed" && stage !== "lost");
  const totals = open.map((stage) => counts.find((count) => count.stage === stage)?.total ?? 0);
  const highest = Math.max(...totals);
  if (highest === 0) return null;
  return open.flatMap((stage, index) => {
    const total = totals[index] ?? 0;
    if (total === 0) return [];
    const label = labelOfStage(stage);
    const count = total >= most ? `${formatNumber(most - 1)}+` : formatNumber(total);
    return [
      { label, count, share: Math.round((100 * total) / highest), href: `${href("/opportunities")}?stage=${stage}` },
    ];
  });
}

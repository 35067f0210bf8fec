import { href } from "react-router";
import type { Api } from "../json-api/api.ts";
import { type OnFault, type Settled, settle } from "../json-api/settle.ts";
import { labelOfStage, stages } from "../labels.ts";
import { countStages } from "../opportunities/opportunities.server.ts";
import { toneOfStage } from "../opportunities/stage-state.tsx";
import type { Agent } from "../session/current-user.ts";
import { formatAhead } from "../ui/date-format.ts";
import { formatNumber, formatShortMoney } from "../ui/number-format.ts";
import { type Figures, findFigures } from "./dashboard.server.ts";
import type { ShownTile } from "./figure-tiles.tsx";
import { type FirstStep, firstSteps } from "./first-steps.ts";
import type { StageBar } from "./stage-bars.tsx";

/** Whose records the dashboard is about: everybody's that one sees, or one's own. */
export type Whose = "team" | "mine";

/** The address of a list, of one's own records where the dashboard is about those. @param path with a query */
export function listOf(path: string, whose: Whose, me: string): string {
  return whose === "mine" ? `${path}&agent=${encodeURIComponent(me)}` : path;
}

const dealsPath = `${href("/opportunities")}?stage=active`;
const clientsPath = `${href("/clients")}/`;

/** What stands on top of the dashboard. */
export interface Top {
  readonly tiles: readonly ShownTile[];
  /** What a new workspace begins with, and is neither done nor put away; none for those who may not. */
  readonly steps: readonly FirstStep[];
  /** Sample data: whether it is there, or offered to a workspace with nothing of its own; null for neither. */
  readonly samples: "present" | "offered" | null;
}

/** The tiles that need no figures: each opens the list that it counts. */
export function plainTiles({ counts: { openDeals, clients } }: Agent): ShownTile[] {
  return [
    ...(openDeals === null ? [] : [{ label: "Open deals", value: formatNumber(openDeals), href: dealsPath }]),
    ...(clients === null ? [] : [{ label: "Clients", value: formatNumber(clients), href: clientsPath }]),
  ];
}

/** The same of one's own records, as far as the service counts them. */
function ownTiles({ openDeals, clients }: Figures, me: string): ShownTile[] {
  const deals = { label: "Open deals", value: formatNumber(openDeals ?? 0), href: listOf(dealsPath, "mine", me) };
  const people = {
    label: "Clients",
    value: formatNumber(clients ?? 0),
    href: `${clientsPath}?agent=${encodeURIComponent(me)}`,
  };
  return [...(openDeals === undefined ? [] : [deals]), ...(clients === undefined ? [] : [people])];
}

/** The same with the figures between them, where the service has any. The promise never rejects. */
export function loadTop(api: Api, agent: Agent, whose: Whose, now: Date, onFault: OnFault): Promise<Settled<Top>> {
  return settle(api, async (api) => topOf(await findFigures(api), agent, whose, now), onFault);
}

function topOf(figures: Figures, agent: Agent, whose: Whose, now: Date): Top {
  const me = agent.person.id;
  const plain = whose === "mine" ? ownTiles(figures, me) : plainTiles(agent);
  const [deals, ...others] = plain;
  const { newThisWeek } = figures;
  const note = newThisWeek === 0 ? "" : `${formatNumber(newThisWeek)} new this week`;
  const timeZone = agent.workspace.timeZone ?? "UTC";
  const tiles = [
    ...(deals ? [{ ...deals, note }] : []),
    ...figureTiles(figures, timeZone, now, (path) => listOf(path, whose, me)),
    ...others,
  ];
  return {
    tiles,
    samples: samplesOf(figures, agent),
    steps: whose === "mine" ? [] : firstSteps.filter(({ key }) => figures.openSteps?.includes(key)),
  };
}

function samplesOf({ hasSamples = false, openSteps = [] }: Figures, { can }: Agent): Top["samples"] {
  if (hasSamples) return "present";
  const isEmpty = openSteps.includes("clients") && openSteps.includes("packages");
  return isEmpty && can("workspace.update") ? "offered" : null;
}

function figureTiles(figures: Figures, timeZone: string, now: Date, of: (path: string) => string): ShownTile[] {
  const { valueInPlay, showingsThisWeek, showingsToConfirm, offersDue, nextOfferDueAt } = figures;
  const [most, ...lesser] = valueInPlay;
  const week = `${href("/calendar")}?view=week&kind=showing`;
  const showings = of(week) === week ? `${href("/calendar")}?view=week&whose=everyone&kind=showing` : week;
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
      href: of(dealsPath),
    },
    {
      label: "Showings this week",
      value: formatNumber(showingsThisWeek),
      note: showingsToConfirm === 0 ? "" : `${showingsToConfirm} to confirm`,
      href: showings,
    },
    {
      label: "Offers due",
      value: formatNumber(offersDue),
      note: next === null ? "" : `Next: ${next.day}`,
      href: of(`${href("/packages")}/?due=1w&sort=due`),
    },
  ];
}

/** The open deals at each stage; none where there are none. The promise never rejects. */
export function loadStageBars(
  api: Api,
  of: (path: string) => string,
  onFault: OnFault,
): Promise<Settled<readonly StageBar[]>> {
  return settle(api, async (api) => stageBars(await countStages(api), of), onFault);
}

function stageBars(
  { counts, most }: Awaited<ReturnType<typeof countStages>>,
  of: (path: string) => string,
): readonly StageBar[] {
  const open = stages.filter((stage) => stage !== "closed" && stage !== "lost");
  const totals = open.map((stage) => counts.find((count) => count.stage === stage)?.total ?? 0);
  const sum = totals.reduce((one, other) => one + other, 0);
  return open.flatMap((stage, index) => {
    const total = totals[index] ?? 0;
    if (total === 0) return [];
    const label = labelOfStage(stage);
    const count = total >= most ? `${formatNumber(most - 1)}+` : formatNumber(total);
    return [
      {
        label,
        count,
        share: Math.round((1000 * total) / sum) / 10,
        tone: toneOfStage(stage),
        href: of(`${href("/opportunities")}?stage=${stage}`),
      },
    ];
  });
}

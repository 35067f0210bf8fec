import { isLacking, type Lacking } from "../lists/lacking.ts";
import { rankChoices, stageChoices } from "./deal-labels.ts";

/** What the page says and its filters have to choose from. Made on the server, since every hydrating page loads what a browser makes. */

const all = { value: "all", label: "All" };
const active = { value: "active", label: "Open deals" };

/** The line below the title, and the stages and ranks by which the service can filter. */
export function listChoices(lacking: Lacking) {
  const lacks = (feature: string) => isLacking(lacking, feature);
  return {
    subtitle: "Your pipeline. Track your clients' progress, rank opportunities, comment on them and manage requests",
    stages: [
      all,
      ...(lacks("filter[active]") ? [] : [active]),
      ...stageChoices.filter(({ value }) => !lacks(`filter[stage]=${value}`)),
    ],
    ranks: [all, ...rankChoices.filter(({ value }) => !lacks(`filter[rank]=${value}`))],
  };
}

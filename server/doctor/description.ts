import type { Service } from "#app/json-api/service.ts";
import { isFine, openCalls } from "../check-api/caller.ts";
import { lists, listsAlong } from "../check-api/checks.ts";
import { readRows } from "../check-api/rows.ts";
import type { Env } from "../env.ts";
import { type Finding, fine, unsure, wrong } from "./finding.ts";

type Api = Pick<
  Env,
  "apiKey" | "apiKeyHeader" | "apiWorkspaceHeader" | "apiIdentity" | "apiToken" | "apiWorkspaceId" | "apiService"
>;

/** Where a service and its description differ, as far as its lists show it. @param url of its root */
export async function compareDescription(url: string, api: Api): Promise<Omit<Finding, "part">> {
  const { apiService: service, apiToken, apiIdentity } = api;
  if (service.isWhole) return fine("API_SERVICE is latchkey: all that Latchkey can use is asked for.");
  const call = openCalls(url, headersOf(api), undefined, 0);
  const found = await Promise.all(
    wordsOf(service).map(async (word) => {
      const { path = word, type } = service.lists[word] ?? {};
      const answer = await call(path);
      const [row] = readRows(answer)?.rows ?? [];
      const isOther = row !== undefined && row.type !== type;
      const isMissing = [404, 405, 500, 501].includes(answer.status);
      return {
        isFine: isFine(answer) && !isOther,
        isRefused: answer.status === 401,
        differs: isOther
          ? `${path} are of type ${row.type}, not ${type}`
          : isMissing
            ? `GET /${path} ${answer.said}`
            : null,
      };
    }),
  );
  if (found.some(({ isRefused }) => isRefused)) {
    if (apiToken !== undefined)
      return wrong("The service refuses API_TOKEN (401).", "Set API_TOKEN to one that is good.");
    const advice = apiIdentity === "api" ? "Run this with API_TOKEN set to somebody's, to compare." : "Set API_TOKEN.";
    return unsure("The service shows its lists to nobody without a token.", advice);
  }
  const differences = found.flatMap(({ differs }) => differs ?? []);
  if (differences.length > 0)
    return wrong(
      `It is not as API_SERVICE has it: ${differences.join("; ")}.`,
      `Run npm run check-api -- ${url} --write service.json, and look at what changes.`,
    );
  const seen = found.filter((one) => one.isFine).length;
  return fine(`${seen} of the ${found.length} lists that API_SERVICE has were seen, and are as it says.`);
}

/** Those that are read as lists. */
function wordsOf(service: Extract<Service, { isWhole: false }>): string[] {
  return Object.keys(service.lists).filter((word) => word in lists && !(word in listsAlong));
}

function headersOf({ apiKey, apiKeyHeader, apiToken, apiIdentity, apiWorkspaceHeader, apiWorkspaceId }: Api) {
  return {
    ...(apiKey === undefined ? {} : { [apiKeyHeader]: apiKey }),
    ...(apiToken === undefined ? {} : { authorization: `Bearer ${apiToken}` }),
    ...(apiIdentity === "embedded" && apiWorkspaceId !== null && { [apiWorkspaceHeader]: apiWorkspaceId }),
  };
}

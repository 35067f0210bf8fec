import type { Application } from "./application.ts";
import { readDescription } from "./description.ts";

/**
 * Holds every call of the app, and every answer of the service, against the description from now on.
 * @returns what does not fit, as it is found
 */
export async function describeCalls(app: Application): Promise<ReadonlySet<string>> {
  const flaws = new Set<string>();
  const { flawsOf } = readDescription(await (await app.callUpstream("GET", "/open_api")).text());
  app.onExchange((exchange) => {
    for (const flaw of flawsOf(exchange)) flaws.add(flaw);
  });
  return flaws;
}

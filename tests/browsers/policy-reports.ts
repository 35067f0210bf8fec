/**
 * Hears what browsers refuse by a content policy: each tells it to the address that the policy names, also before any script runs. And
 * sees which pages they ask for ahead of a click.
 */
import { createServer, request as forward, type IncomingHttpHeaders, type Server } from "node:http";
import { text } from "node:stream/consumers";

/** Where browsers post reports, and where GET gives those since the last time, as a list of texts. */
export const reportsPath = "/policy-reports";

/** Where GET gives the addresses that browsers asked for ahead of a click, and of rules for that, since the last time. */
export const aheadPath = "/asked-ahead";

/** A server that hands everything on to another one, and names the address for reports in each policy. */
export function reportingProxy(addressOf: () => string): Server {
  let reports: string[] = [];
  let ahead: string[] = [];
  return createServer(async (request, response) => {
    if (request.url === reportsPath) {
      if (request.method === "POST") reports.push(await text(request));
      response.end(JSON.stringify(request.method === "POST" ? [] : reports));
      if (request.method === "GET") reports = [];
      return;
    }
    if (request.url === aheadPath) {
      response.end(JSON.stringify(ahead));
      ahead = [];
      return;
    }
    const { method, headers } = request;
    if (headers["sec-purpose"] !== undefined || headers["sec-fetch-dest"] === "speculationrules")
      ahead.push(request.url ?? "");
    const forwarded = forward(`${addressOf()}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, withReports(answer.headers));
      answer.pipe(response);
    });
    forwarded.on("error", () => response.destroy());
    response.on("close", () => forwarded.destroy());
    request.pipe(forwarded);
  });
}

function withReports(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const policy = headers["content-security-policy"];
  return policy === undefined
    ? headers
    : { ...headers, "content-security-policy": `${policy}; report-uri ${reportsPath}` };
}

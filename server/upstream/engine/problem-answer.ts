/** Turns whatever was thrown into the errors of the wire contract. */
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { databaseFault, isPassing, isUnreachable } from "../../database/fault.ts";
import { CommitInDoubt } from "../../database/orm.ts";
import { mediaType } from "./negotiation.ts";
import { Outage } from "./outage.ts";
import { type Problem, Refusal, unavailable } from "./refusal.ts";

/**
 * Gives the answer to a failed request. Errors other than refusals are logged under the id that the answer carries.
 * @param log has to keep the values of queries out, since they hold people's data
 */
export function answerProblem(thrown: unknown, log: Pick<Logger, "error">): Response {
  const refusal = thrown instanceof Refusal ? thrown : refusalOf(thrown);
  const problems: readonly Problem[] = refusal?.problems ?? [
    { status: 500, code: "something_went_wrong", detail: "Something went wrong." },
  ];
  const id = randomUUID();
  if (refusal !== thrown) log.error({ err: thrown, errorId: id }, "A request to the upstream failed");
  return new Response(
    JSON.stringify({ errors: problems.map((problem) => writeProblem(id, problem)), jsonapi: { version: "1.0" } }),
    {
      status: problems[0]?.status ?? 500,
      headers: { "Content-Type": mediaType, "Cache-Control": "no-store", Vary: "Accept", ...refusal?.headers },
    },
  );
}

function refusalOf(thrown: unknown): Refusal | null {
  if (thrown instanceof Outage) return unavailable();
  // 503 would say that nothing was written.
  if (thrown instanceof CommitInDoubt) return null;
  const fault = databaseFault(thrown);
  return fault && (isPassing(fault) || isUnreachable(fault)) ? unavailable() : null;
}

function writeProblem(id: string, { status, code, detail, source }: Problem) {
  const words = code.replaceAll("_", " ");
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  return { id, status: String(status), code, title, detail, ...(source && { source }) };
}

import { settle } from "../json-api/settle.ts";
import { agentOf, apiOf } from "../session/session.server.ts";
import { visitContext } from "../session/visit.server.ts";
import { dayIn } from "../ui/date-format.ts";
import type { Route } from "./+types/export";
import { readListState } from "./package-list.ts";
import { allPackages, type FoundPackage } from "./packages.server.ts";
import { headLine, linesOf } from "./spreadsheet.server.ts";

/** The list as its address filters and sorts it, all pages of it, as a file that is made while it is sent. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { can, workspace } = agentOf(context);
  if (!can("packages.export")) return refuse(403, "You may not export the packages of this workspace.");
  const visit = context.get(visitContext);
  const pages = allPackages(() => {
    // One page after the other: each has its own time.
    visit.restartClock();
    return apiOf(context);
  }, readListState(url.searchParams));
  // Waited for, so that what fails at once is told in words.
  const first = await settle(pages.next());
  if (!first.ok) return refuse(503, "The service does not answer right now. Go back and try again in a minute.");
  return new Response(streamOf(bytesOf(first.data.value ?? [], pages)), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": `attachment; filename="opportunities-${dayIn(workspace.timeZone ?? "UTC")}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}

/** There is no page around a file: a sentence has to do. */
function refuse(status: number, sentence: string): Response {
  return new Response(sentence, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}

type Pages = AsyncGenerator<readonly FoundPackage[], void, undefined>;

function streamOf(pieces: AsyncGenerator<Uint8Array<ArrayBuffer>, void>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return();
    },
  });
}

/** A page that fails breaks the file off, so that it is not taken for whole. */
async function* bytesOf(first: readonly FoundPackage[], others: Pages): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const encoder = new TextEncoder();
  yield encoder.encode(headLine() + linesOf(first));
  for await (const packages of others) yield encoder.encode(linesOf(packages));
}

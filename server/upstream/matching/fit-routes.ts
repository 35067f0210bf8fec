/** The clients whom a property fits, and the properties that fit a client. */
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import { recordType } from "../engine/record.ts";
import { notFound } from "../engine/refusal.ts";
import { shownClient, shownPackage } from "./candidates.ts";
import { fittingClients, fittingPackages, mostFits } from "./fits.ts";

const rating = { score: z.int(), reasons: z.array(z.string()) };
const listOf = <Shown extends z.ZodRawShape>(shown: z.ZodObject<Shown>) =>
  z.object({
    /** Of all that fit, as far as they are counted. */
    total: z.int(),
    /** Whether there may be more than were counted. */
    has_more: z.boolean(),
    /** The best first. */
    fits: z.array(shown.extend(rating)),
  });

const clientFits = recordType("client_fits", listOf(shownClient));
const packageFits = recordType("package_fits", listOf(shownPackage));
const parameters = z.object({ limit: z.coerce.number().int().min(1).max(mostFits).default(mostFits) });

function answerOf(of: typeof clientFits, id: string, fits: readonly unknown[] | null, limit: number) {
  if (fits === null) throw notFound();
  const total = Math.min(fits.length, mostFits);
  const attributes = { total, has_more: fits.length > mostFits, fits: fits.slice(0, limit) };
  return found(of, { id, attributes, can: [] });
}

export const fitRoutes: readonly Route[] = [
  action({
    method: "GET",
    path: "/packages/:id/client_fits",
    summary: "The clients whom a package fits by what is known of both, the best first, with the reasons; at most 100",
    access: "workspace",
    parameters,
    answers: { status: 200, of: clientFits },
    async run({ database, currentUser, parameters: { limit }, id }) {
      return answerOf(clientFits, id(), await fittingClients(database, currentUser, id()), limit);
    },
  }),
  action({
    method: "GET",
    path: "/clients/:id/package_fits",
    summary: "The packages that fit a client by what is known of both, the best first, with the reasons; at most 100",
    access: "workspace",
    parameters,
    answers: { status: 200, of: packageFits },
    async run({ database, currentUser, parameters: { limit }, id }) {
      return answerOf(packageFits, id(), await fittingPackages(database, currentUser, id()), limit);
    },
  }),
];

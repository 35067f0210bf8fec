/** The clients whom a property fits, and the properties that fit a client. */
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import { recordType } from "../engine/record.ts";
import { notFound } from "../engine/refusal.ts";
import {
  clientCandidates,
  findProperty,
  findWishes,
  packageCandidates,
  shownClient,
  shownPackage,
} from "./candidates.ts";
import { type Fit, fitOf } from "./fit.ts";

/** The most that are listed and counted. */
const mostFits = 100;

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

/** What fits of what was found: the best first, and among equals in the order of their words. */
function listFits<Shown>(compared: readonly { readonly shown: Shown; readonly word: string; readonly fit: Fit }[]) {
  return compared
    .filter(({ fit }) => fit.fits)
    .sort((one, other) => other.fit.score - one.fit.score || one.word.localeCompare(other.word, "en"))
    .map(({ shown, fit: { score, reasons } }) => ({ ...shown, score, reasons }));
}

function answerOf(of: typeof clientFits, id: string, fits: readonly unknown[], limit: number) {
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
      const property = await findProperty(database, currentUser, id());
      if (property === null) throw notFound();
      const candidates = await clientCandidates(database, currentUser, { ...property, id: id() });
      const compared = candidates.map(({ shown, wishes }) => ({
        shown,
        word: shown.name,
        fit: fitOf(wishes, property),
      }));
      return answerOf(clientFits, id(), listFits(compared), limit);
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
      const wishes = await findWishes(database, currentUser, id());
      if (wishes === null) throw notFound();
      const candidates = await packageCandidates(database, currentUser, { ...wishes, id: id() });
      const compared = candidates.map(({ shown, property }) => ({
        ...{ shown, word: shown.street, fit: fitOf(wishes, property) },
      }));
      return answerOf(packageFits, id(), listFits(compared), limit);
    },
  }),
];

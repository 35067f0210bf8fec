import { href } from "react-router";
import { type WaitingAnswer, waitingFor } from "../client-answers/client-answers.ts";
import { type ContactRequest, type HeldRequest, heldPath, originOf } from "../contact-requests/contact-request.ts";
import { allows } from "../json-api/resource.ts";
import { formatDays, labelOfStage } from "../labels.ts";
import { clientNameOf, streetOf } from "../opportunities/deal-parties.ts";
import type {
  DatedDeal,
  OfferOut,
  RequestedShowing,
  SilentOpportunity,
} from "../opportunities/needs-attention.server.ts";
import { termsPath } from "../opportunities/opportunity-list.ts";
import type { ShowingRequest } from "../opportunities/showing-requests.ts";
import type { DuePackage } from "../packages/packages.server.ts";
import { reviewPath, titleOf } from "../portal-requests/portal-request.ts";
import type { FoundRequest } from "../portal-requests/portal-requests.server.ts";
import { clientPath, opportunityPath, packagePath, taskPath, threadPath } from "../record-paths.ts";
import { formatDue } from "../tasks/due.ts";
import type { FoundTask } from "../tasks/tasks.server.ts";
import { dayIn, daysSince, formatAhead } from "../ui/date-format.ts";
import { formatMoney } from "../ui/number-format.ts";
import { type AttentionItem, firstNameOf, formatClientNames } from "./attention.ts";

/** How each kind of record that needs attention is shown on the dashboard. */

/** What decides how urgent something is. */
export interface Present {
  readonly now: Date;
  /** Of the workspace; a property has its own. */
  readonly timeZone: string;
  /** The current user's own id. */
  readonly me: string;
  /** What the current user may do in the workspace, of what a record does not say. */
  readonly may: { readonly moveDeals: boolean; readonly sendMessages: boolean };
  /** The path of a picture that the service names; null for none. */
  readonly pictureOf: (source: string | null | undefined) => string | null;
  /** The key of the form that changes a record, by its version. */
  readonly keyOf: (etag: string | null) => string;
}

/** "Nov 23, Mon, 5:00 PM PST" by the clock of the place. */
function formatWhen(moment: string, timeZone: string | null, { now, timeZone: ours }: Present): string {
  const { day, time } = formatAhead(moment, timeZone ?? ours, now);
  return `${day}, ${time}`;
}

/** "Waiting 3 days". */
function formatWaiting(since: string, { now, timeZone }: Present): string {
  return `Waiting ${formatDays(daysSince(since, timeZone, now))}`;
}

/** Somebody who wrote on the public page. */
export function contactItem(request: ContactRequest, present: Present): AttentionItem {
  return { ...heldItem(request, present), href: clientPath(request.clientId) };
}

/** The same while it is filed with nobody. */
export function heldItem(request: HeldRequest, { now, timeZone }: Present): AttentionItem {
  const { id, name, insertedAt: at } = request;
  const days = daysSince(at, timeZone, now);
  const when = days === 0 ? "Since today" : `Waiting ${formatDays(days)}`;
  const face = { name, picture: null };
  return { id, href: heldPath, title: name, detail: originOf(request), when, at, isLate: false, face };
}

/** A property whose offers are due soon. */
export function dueItem(
  { id, street, timeZone, offerDueAt, clients, photoUrl }: DuePackage,
  present: Present,
): AttentionItem {
  const names = formatClientNames(clients?.map(({ name }) => name) ?? []);
  return {
    id,
    href: packagePath(id),
    title: "Offers due",
    detail: names === "" ? street : `${street} · ${names}`,
    when: formatWhen(offerDueAt, timeZone, present),
    at: offerDueAt,
    isLate: false,
    photo: present.pictureOf(photoUrl),
  };
}

/** A task of one's own, which is completed from here. */
export function taskItem(task: FoundTask, { now, timeZone, keyOf }: Present): AttentionItem {
  const { id, title, dueOn, about, etag } = task;
  return {
    id,
    href: taskPath(id),
    title,
    detail: about?.name ?? "",
    when: dueOn === null ? "Some day" : formatDue(dueOn, dayIn(timeZone, now)),
    at: dueOn ?? "",
    isLate: dueOn !== null && dueOn < dayIn(timeZone, now),
    ...pictureOfAbout(about),
    ...(allows(task, "complete") && { completion: keyOf(etag) }),
  };
}

/** A person's initials, or a house. An opportunity is called by its client first, as in "Simone Laurent, 2533 Thorndyke Avenue W". */
function pictureOfAbout(about: FoundTask["about"]): Pick<AttentionItem, "face" | "photo"> {
  if (about?.type === "package") return { photo: null };
  if (about?.type !== "client" && about?.type !== "opportunity") return {};
  const [client = ""] = about.name.split(", ", 1);
  return { face: { name: about.type === "client" ? about.name : client, picture: null } };
}

const unknown = { client: "Unknown client", property: "Unknown property" };

/** "12 Alder Lane · Maya Okafor". */
function pairOf({ client, package: property }: Pick<OfferOut, "client" | "package">): string {
  return `${property?.street ?? unknown.property} · ${clientNameOf({ client, contact: null })}`;
}

/** An offer that awaits a response. */
export function offerItem({ id, price, expiresAt, opportunityId, ...pair }: OfferOut, present: Present): AttentionItem {
  const isLate = Date.parse(expiresAt) < present.now.getTime();
  const moment = formatWhen(expiresAt, pair.package?.timeZone ?? null, present);
  return {
    id,
    href: opportunityPath(opportunityId),
    title: isLate ? "Offer expired" : "Offer expires",
    detail: `${pairOf(pair)} · ${formatMoney(price.currency, price.amount)}`,
    when: moment,
    at: expiresAt,
    isLate,
    photo: present.pictureOf(pair.package?.photoUrl),
    ...(present.may.moveDeals && {
      step: { label: "Record answer", href: href("/opportunities/:opportunityId/stage", { opportunityId }) },
    }),
  };
}

/** A showing that a client has requested, which is confirmed from here. */
function requestItem(request: ShowingRequest<RequestedShowing>, present: Present): AttentionItem {
  const { id, startsAt, insertedAt, opportunityId, ...pair } = request.showing;
  const times = request.otherTimes.length + 1;
  const confirmation = { opportunityId, showingId: id };
  const soonest = formatWhen(startsAt, pair.package?.timeZone ?? null, present);
  const moment = times === 1 ? soonest : `one of ${times} times from ${soonest}`;
  const days = daysSince(insertedAt, present.timeZone, present.now);
  return {
    id,
    href: opportunityPath(opportunityId),
    title: pair.package?.street ?? unknown.property,
    detail: clientNameOf({ client: pair.client, contact: null }),
    at: startsAt,
    when: days === 0 ? `For ${moment}` : `For ${moment} · waiting ${formatDays(days)}`,
    isLate: Date.parse(startsAt) < present.now.getTime(),
    photo: present.pictureOf(pair.package?.photoUrl),
    ...(allows(request.showing, "confirm") && {
      step: {
        label: times === 1 ? "Confirm" : "Confirm one",
        href: href("/opportunities/:opportunityId/showings/:showingId/confirmation", confirmation),
      },
    }),
  };
}

/** The same as it is shown beside other panels: with a first name, and no room for photos. */
export function requestLine(request: ShowingRequest<RequestedShowing>, present: Present): AttentionItem {
  const { photo: _photo, ...shown } = requestItem(request, present);
  return { ...shown, detail: firstNameOf(shown.detail) };
}

/** What a client has sent in the portal, which waits for an agent. Whoever may not settle it reads it on the client's page. */
export function sentItem(request: FoundRequest, present: Present): AttentionItem {
  const { id, kind, clientId, clientName, insertedAt } = request;
  const mayDecide = allows(request, kind === "deletion" ? "delete_person" : "settle");
  return {
    id,
    href: mayDecide ? reviewPath(request) : clientPath(clientId),
    title: titleOf(request),
    detail: clientName,
    when: formatWaiting(insertedAt, present),
    at: insertedAt,
    isLate: false,
    isFirst: kind === "deletion" && mayDecide,
    face: { name: clientName, picture: null },
  };
}

/** What a client says about a property, which waits for an agent. */
export function answerItem(answer: WaitingAnswer, present: Present): AttentionItem {
  return {
    id: answer.id,
    href: opportunityPath(answer.opportunityId),
    title: waitingFor(answer),
    detail: answer.property,
    when: formatWaiting(answer.insertedAt, present),
    at: answer.insertedAt,
    isLate: answer.choice === "not_interested",
    face: { name: answer.name, picture: null },
  };
}

/** An open deal about which nothing was done for days. */
export function quietItem(
  { id, stage, updatedAt, ...pair }: SilentOpportunity,
  { now, timeZone, pictureOf, may }: Present,
): AttentionItem {
  const { client } = pair;
  return {
    id,
    href: opportunityPath(id),
    title: `No activity for ${formatDays(daysSince(updatedAt, timeZone, now))}`,
    detail: pairOf(pair),
    when: labelOfStage(stage),
    at: updatedAt,
    isLate: false,
    face: { name: client?.name ?? unknown.client, picture: pictureOf(client?.profileImageUrl) },
    ...(client && !client.isPartial && may.sendMessages && { step: { label: "Write", href: threadPath(client.id) } }),
  };
}

/** A deal with the nearer of its two days, which is changed from here. */
export function deadlineItem(deal: DatedDeal, { now, timeZone, pictureOf }: Present): AttentionItem {
  const { id, inspectionsDueOn, closingOn, package: property } = deal;
  const isClosing = inspectionsDueOn === null || (closingOn !== null && closingOn < inspectionsDueOn);
  const day = (isClosing ? closingOn : inspectionsDueOn) ?? "";
  const today = dayIn(property?.timeZone ?? timeZone, now);
  return {
    id,
    href: opportunityPath(id),
    title: isClosing ? "Closing" : "Inspections due",
    detail: `${streetOf(deal)} · ${clientNameOf(deal)}`,
    when: formatDue(day, today),
    at: day,
    isLate: day < today,
    photo: pictureOf(property?.photoUrl),
    ...(allows(deal, "update") && { step: { label: "Change date", href: termsPath(id) } }),
  };
}

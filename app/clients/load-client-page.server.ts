import type { RouterContextProvider } from "react-router";
import { fetchAgent, fetchShares } from "../assignments/assignments.server.ts";
import { fetchMerges } from "../client-merges/client-merges.server.ts";
import { fetchContactRequests } from "../contact-requests/contact-requests.server.ts";
import { fetchInvitations, fetchOpenings, portalRows } from "../invitations/portal-panel.server.ts";
import { allows } from "../json-api/resource.ts";
import { absentOf, offers } from "../json-api/service.ts";
import { fetchPackageFits } from "../matching/fits.server.ts";
import { writingPath } from "../messages/message-link.ts";
import { mayCopyData } from "../person-data/copy-zip.server.tsx";
import { picturesContext } from "../pictures/pictures.ts";
import { fetchRequests } from "../portal-requests/portal-requests.server.ts";
import { agentOf, apiOf } from "../session/session.server.ts";
import { maySharePackages } from "../sharing/package-choices.server.ts";
import { sharePackagesPath } from "../sharing/package-share.ts";
import { readTaskPanel } from "../tasks/load-task.server.ts";
import { dayIn } from "../ui/date-format.ts";
import { withCall } from "../ui/phone.server.ts";
import { describeAgreement } from "./agreement.ts";
import { fetchBouncedAddresses } from "./bounced-addresses.server.ts";
import { describeProfile } from "./buyer-profile.ts";
import { describeLanguage } from "./client-language.ts";
import { loadClient } from "./load-client.server.ts";

/** What the tabs need of the service. */
const partsOfPage = {
  opportunities: "opportunities",
  documents: "documents filter[client_id]",
  activities: "activities",
};

/** Everything beside the lists on the page of a client: each panel says by itself what could not be loaded. @throws 404 for no such client */
export async function loadClientPage(context: Readonly<RouterContextProvider>, id: string) {
  const user = agentOf(context);
  const { workspace } = user;
  const [client, tasks, invitations, openings, requests, contacts, assigned, shares, bounced, merges, fits] =
    await Promise.all([
      loadClient(context, id),
      readTaskPanel(context, { type: "client", id }),
      fetchInvitations(context, id),
      fetchOpenings(context, id),
      fetchRequests(context, id),
      fetchContactRequests(context, id),
      fetchAgent(context, { kind: "client", id }),
      fetchShares(context, { kind: "client", id }),
      fetchBouncedAddresses(context, id),
      fetchMerges(context, id),
      fetchPackageFits(context, id),
    ]);
  const { buyerProfile, people, profileImageUrl: picture } = client;
  return {
    client: withCall({
      id: client.id,
      name: client.name,
      email: client.email,
      phoneNumber: client.phoneNumber,
      insertedAt: client.insertedAt,
    }),
    tags: client.tags ?? [],
    source: client.leadSource ?? null,
    language: describeLanguage(client),
    message: writingPath(user, client),
    archivedAt: client.archivedAt,
    picture: picture === null ? null : context.get(picturesContext).pathOf(picture, 200, workspace.id),
    tasks,
    wishes: describeProfile(buyerProfile),
    portal: portalRows(context, client, invitations),
    openings,
    requests,
    contacts,
    assigned,
    shares,
    bounced,
    merges,
    fits,
    absent: absentOf(apiOf(context).service, partsOfPage),
    /** The page that shares properties with them; null for who may not. */
    sharePackages: allows(client, "update") && maySharePackages(context) ? sharePackagesPath(id) : null,
    agreement: describeAgreement(client.agreement, dayIn(workspace.timeZone ?? "UTC")),
    people: people?.map(({ id, name, email, phoneNumber }) => ({ id, name, email, phoneNumber })) ?? null,
    can: {
      update: allows(client, "update"),
      archive: allows(client, "archive"),
      copy: mayCopyData(context),
      trash: allows(client, "archive") && offers(apiOf(context).service, "trashed_records"),
      updateProfile: buyerProfile !== null && allows(buyerProfile, "update"),
    },
  };
}

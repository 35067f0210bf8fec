import { activityAttributes } from "#app/activity/activity.ts";
import { clientAttributes } from "#app/clients/client.ts";
import { documentAttributes, folderAttributes } from "#app/documents/document.ts";
import { memberAttributes } from "#app/members/member.ts";
import { messageAttributes } from "#app/messages/message.ts";
import { opportunityAttributes } from "#app/opportunities/opportunity.ts";
import { packageAttributes } from "#app/packages/package.ts";
import { taskAttributes } from "#app/tasks/task.ts";
import type { Attributes } from "./rows.ts";

/** As pages read their records. */
export const attributesOf: Readonly<Record<string, Attributes>> = {
  clients: clientAttributes,
  packages: packageAttributes,
  opportunities: opportunityAttributes,
  documents: documentAttributes,
  folders: folderAttributes,
  tasks: taskAttributes,
  messages: messageAttributes,
  "accounts/members": memberAttributes,
  activities: activityAttributes,
};

import type { RecordKind } from "../record-kind.ts";
import { identityApiOf } from "../session/session.server.ts";
import { pickableAgents, pickableColleagues } from "./pickable-colleagues.server.ts";

/** What the pages about records of any kind know of colleagues. */
export const memberKind: RecordKind = {
  type: "account",
  nouns: { one: "colleague", many: "colleagues" },
  pick: {
    colleagues: (context, pictureOf) => pickableColleagues(identityApiOf(context), pictureOf),
    agents: (context, pictureOf) => pickableAgents(identityApiOf(context), pictureOf),
  },
};

import { labelOfRole } from "../members/member-labels.ts";
import { Sheet } from "../ui/page.tsx";

/** What each role may do, as on the Standard plan; the service decides, and this says it in words. */
const rights: Readonly<Record<string, readonly string[]>> = {
  owner: [
    "See and change everyone's clients, properties, deals, documents and tasks.",
    "Message clients, share properties, and invite clients to the portal.",
    "Hand records to another agent, import and export them, and empty the trash.",
    "Change the settings, and invite, change and remove members.",
    "Choose the plan, hand the workspace to another owner, and delete it.",
  ],
  admin: [
    "See and change everyone's clients, properties, deals, documents and tasks.",
    "Message clients, share properties, and invite clients to the portal.",
    "Hand records to another agent, import and export them, and empty the trash.",
    "Change the settings, and invite, change and remove members.",
    "Not the plan, the owner, or deleting the workspace: the owner does that.",
  ],
  manager: [
    "See and change everyone's clients, properties, deals, documents and tasks.",
    "Message clients, share properties, and invite clients to the portal.",
    "Hand records to another agent, import clients, and move records to the trash.",
    "Not exports, settings or members: owners and admins do that.",
  ],
  member: [
    "See the records that are assigned to you or shared with you, and change your own.",
    "Add clients and properties, message your clients, and share with them.",
    "Hand your own records to a colleague, import clients, and move your own records to the trash.",
    "Not exports, settings or members: owners and admins do that.",
  ],
  instructor: [
    "See everyone's clients, properties, deals and documents.",
    "Write comments and internal notes, and complete your own tasks.",
    "Not change records, or write to clients.",
  ],
};

/** @param role of the current user @param plan on "free" everybody but the owner acts as an admin */
export function RolePanel({ role, plan, workspace }: { role: string; plan: string; workspace: string }) {
  const isRaised = plan === "free" && role !== "owner";
  const lines = rights[isRaised ? "admin" : role];
  if (lines === undefined) return null;
  return (
    <div className="mt-2">
      <Sheet title="What you may do here" padded>
        <p className="muted">
          Your role in {workspace}: <b>{labelOfRole(role)}</b>.
          {isRaised ? " On the Free plan, every member may do what an admin may." : null}
        </p>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Sheet>
    </div>
  );
}

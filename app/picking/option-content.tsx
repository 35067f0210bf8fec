import { Avatar } from "../ui/avatar.tsx";
import { Photo } from "../ui/photo.tsx";
import type { OptionLine } from "./option-lines.ts";
import type { PickKind, PickOption } from "./pick.ts";

/** A line as the list shows it. */
export function OptionContent({ kind, line: { option, does } }: { kind: PickKind; line: OptionLine }) {
  if (option === null) return <b>{does}</b>;
  return (
    <>
      <Picture kind={kind} option={option} />
      <div>
        <b>{option.name}</b>
        {option.detail === "" ? null : <div className="muted small">{option.detail}</div>}
        {option.reason === undefined ? null : <div className="muted small">Found by {option.reason}</div>}
      </div>
    </>
  );
}

function Picture({ kind, option: { id, name, picture } }: { kind: PickKind; option: PickOption }) {
  if (kind === "clients" || kind === "colleagues" || kind === "agents" || id.startsWith("client."))
    return <Avatar name={name} picture={picture} />;
  return kind === "properties" || id.startsWith("package.") ? <Photo picture={picture} /> : null;
}

import type { ComponentProps } from "react";
import { RecordPicker } from "./record-picker.tsx";
import type { PickQuestion } from "./resolve-pick.server.ts";

type ColleaguePickerProps = Omit<
  ComponentProps<typeof RecordPicker>,
  "kind" | "packageId" | "create" | "createAt" | "asked"
> & {
  /** "agents" are those to whom records may be assigned. */
  kind?: "colleagues" | "agents";
  /** What the form was answered with; it may ask which colleague is meant. */
  reply: { readonly question: PickQuestion | null } | undefined;
};

/** A field that names a colleague. */
export function ColleaguePicker({ reply, kind = "colleagues", ...props }: ColleaguePickerProps) {
  const question = reply?.question;
  const asked = question?.field === props.fields.text.name ? question.which : null;
  return <RecordPicker kind={kind} asked={asked} {...props} />;
}

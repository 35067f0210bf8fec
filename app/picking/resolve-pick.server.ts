import { FormRefusal } from "../forms/forms.server.ts";
import { askWhich, type TypedPick, type WhichOne } from "./pick.ts";
import { type Pickable, understand } from "./picking.server.ts";

/** Which of several records a typed text means; null where it means none. */
export interface PickQuestion {
  /** The name of the field where the text is typed. */
  readonly field: string;
  readonly which: WhichOne | null;
}

interface PickedFields {
  /** The names of the fields where the text is typed, and where one of several is chosen. */
  readonly text: string;
  readonly chosen: string;
  /** What is said of a text that means nothing, and of one that means several. */
  readonly unknown: string;
  readonly several: string;
}

/**
 * The id of the record that a picker's fields mean; null where nothing was typed.
 * @throws FormRefusal with a `PickQuestion` where the typed text does not say which one
 */
export async function resolvePick(
  pickable: Pick<Pickable, "search">,
  { text, ...typed }: Omit<TypedPick, "text"> & { readonly text: string | null },
  fields: PickedFields,
): Promise<string | null> {
  if (text === null) return typed.chosenFor == null ? (typed.chosen ?? null) : null;
  const meaning = await understand(pickable, { text, ...typed });
  if (meaning.kind === "one") return meaning.id;
  const [name, message] = meaning.kind === "none" ? [fields.text, fields.unknown] : [fields.chosen, fields.several];
  throw new FormRefusal<PickQuestion>({
    fieldErrors: { [name]: [message] },
    question: { field: fields.text, which: meaning.kind === "none" ? null : askWhich(text, meaning) },
  });
}

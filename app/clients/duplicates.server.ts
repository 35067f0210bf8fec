import { FormRefusal } from "../forms/forms.server.ts";
import type { Api } from "../json-api/api.ts";
import type { IsChanged } from "../json-api/record.ts";
import type { DuplicateQuestion } from "./client.ts";
import type { Contact } from "./client-forms.ts";
import { findDuplicates } from "./clients.server.ts";

interface Typed extends Contact {
  /** Ids of those whom the form has shown. */
  readonly known: readonly string[];
}

/**
 * Asks about other clients who may be the same person, once for each. Only what was changed is looked up.
 * @param own the client whose page it is, who is no duplicate; null for a new one
 * @throws FormRefusal with a `DuplicateQuestion`
 */
export async function askAboutDuplicates(
  api: Api,
  { known, name, email, phoneNumber }: Typed,
  own: string | null,
  isChanged: IsChanged,
): Promise<void> {
  const changed = {
    name,
    email: isChanged(["email"]) ? email : null,
    phoneNumber: isChanged(["name", "phoneNumber"]) ? phoneNumber : null,
  };
  if (changed.email === null && changed.phoneNumber === null) return;
  const found = await findDuplicates(api, changed);
  const others = found.filter(({ id }) => id !== own);
  const duplicates = others.filter(({ id }) => !known.includes(id));
  if (duplicates.length === 0) return;
  throw new FormRefusal<DuplicateQuestion>({ question: { duplicates, known: others.map(({ id }) => id) } });
}

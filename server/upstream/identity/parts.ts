import type { Mailer } from "../../mail/mailer.ts";
import type { PasswordHasher } from "./password-hasher.ts";

/** What the calls about people need besides the database. */
export interface IdentityParts {
  readonly mailer: Mailer;
  readonly hasher: PasswordHasher;
  /** Origin of the pages that mailed links lead to, without a trailing slash. */
  readonly publicOrigin: string;
}

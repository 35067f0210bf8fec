import type { Mailer } from "../../mail/mailer.ts";
import type { Vault } from "../../vault.ts";
import type { LimitTries } from "./limited-tries.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import type { RegistrationMode } from "./registration-mode.ts";

/** What the calls about people need besides the database. */
export interface IdentityParts {
  readonly mailer: Mailer;
  readonly hasher: PasswordHasher;
  /** Keeps the secrets of authenticator apps. */
  readonly vault: Vault;
  /** Null where whoever calls the service counts tries, as the app does. */
  readonly limitTries: LimitTries | null;
  /** Origin of the pages that mailed links lead to, without a trailing slash. */
  readonly publicOrigin: string;
  readonly registration: RegistrationMode;
  /** The API's id of the first workspace that is made where the records are an API's; null: it has to be named otherwise. */
  readonly apiWorkspaceId: string | null;
}

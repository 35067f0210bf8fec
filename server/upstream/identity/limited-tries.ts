import { tooManyRequests } from "../engine/refusal.ts";

/** Something that could be guessed, tried at one account. */
interface Try {
  readonly kind: "password" | "code" | "password_change" | "second_step" | "recovery_code";
  /** The account's address, in any spelling. */
  readonly account: string;
  /** The service knows of no devices. */
  readonly device: null;
}

type TryVerdict =
  | { readonly allowed: true; readonly uncount: () => Promise<void> }
  | { readonly allowed: false; readonly retryAfterSeconds: number };

/** Counts a try that a request makes. */
export type LimitTries = (request: Request) => (one: Try) => Promise<TryVerdict>;

/**
 * Does what tries a password or a code, as often as it may be tried. What was right is not counted.
 * @param limit null where whoever calls the service counts
 * @throws Refusal 429, and what `work` throws
 */
export async function tryWithin<Result>(
  limit: LimitTries | null,
  request: Request,
  { kind, account }: Omit<Try, "device">,
  work: () => Promise<Result>,
): Promise<Result> {
  if (limit === null) return work();
  const verdict = await limit(request)({ kind, account, device: null });
  if (!verdict.allowed) {
    const detail = "There were too many tries at this account. Wait, or sign in by an emailed link.";
    throw tooManyRequests(detail, verdict.retryAfterSeconds);
  }
  const result = await work();
  await verdict.uncount();
  return result;
}

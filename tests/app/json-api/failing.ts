import { ApiError } from "#app/json-api/api-error.ts";

/** The error that a call ends with; a call that succeeds, or that fails in another way, fails the test. */
export async function errorOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw new Error("The call did not fail with an ApiError.", { cause: error });
}

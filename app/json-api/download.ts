import { type Answer, isSuccess, parseAnswer } from "./answer.ts";
import type { Download } from "./api.ts";
import { type Call, refused } from "./failure.ts";
import { readText } from "./fetching.ts";
import type { Course } from "./resilience.ts";
import type { SharedConnection } from "./shared-connection.ts";
import type { OpenedAnswer, WireRequest } from "./transport.ts";

/**
 * Opens bytes under the policies that all calls share; those count until the head of the answer is here.
 * @throws NoAnswer, and ApiError for an answer that is an error
 */
export async function download(
  { open, resilience, limits }: SharedConnection,
  call: Call,
  request: WireRequest,
  course: Course,
  secrets: readonly string[],
): Promise<Download> {
  const bytes: { opened: OpenedAnswer | null } = { opened: null };
  const answer = await resilience.run(async (signal): Promise<Answer> => {
    call.attempts += 1;
    const opened = await open(request, signal);
    const { status, header } = opened;
    bytes.opened = isGiven(status) ? opened : null;
    if (bytes.opened) return { status, header, body: undefined };
    return parseAnswer({ status, header, text: await readText(opened.body, limits.maxAnswerBytes) }, secrets);
  }, course);
  if (bytes.opened === null) throw refused(call, answer);
  return bytes.opened;
}

/** Not an error: the bytes, or that there is no need or no way to send them. */
function isGiven(status: number): boolean {
  return isSuccess({ status }) || status === 304 || status === 416;
}

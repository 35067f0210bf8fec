/** The bytes of pages that are complete when they are answered, so that nobody has to read them from a stream. */

const bodies = new WeakMap<Response, Buffer<ArrayBuffer>>();

/** Makes an answer whose bytes `wholeBodyOf` gives. */
export function answerWhole(body: Buffer<ArrayBuffer>, init: ResponseInit): Response {
  const answer = new Response(body, init);
  bodies.set(answer, body);
  return answer;
}

/** The bytes of an answer; null where they have to be read. */
export function wholeBodyOf(answer: Response): Buffer<ArrayBuffer> | null {
  return bodies.get(answer) ?? null;
}

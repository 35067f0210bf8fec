/** Ends a body that nobody is to get. How its source takes that is no matter: a zip under way throws nothing at all, as an error. */
export async function dropBody(body: ReadableStream | null | undefined): Promise<void> {
  await body?.cancel().catch(() => {});
}

/**
 * An iteration of bytes as a web stream. Nothing is read before it is needed, and canceling the stream ends the iteration.
 */
export function byteStream(source: AsyncIterable<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const pieces = source[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel(reason) {
        await pieces.return?.(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

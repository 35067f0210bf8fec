/**
 * Bytes of an iteration as the stream that web answers and requests carry: nothing is read before it is wanted, and whoever
 * cancels the stream ends the iteration.
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

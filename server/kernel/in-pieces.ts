const PIECE = 64 * 1024;

/**
 * Bytes that are held for everybody, as the body of an answer: each piece when the one before it has gone. Nobody gets a copy of
 * their own.
 */
export function inPieces(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream(
    {
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.subarray(at, at + PIECE));
        at += PIECE;
      },
    },
    { highWaterMark: 0 },
  );
}

/** What a parent asks a child process that it watches. */
export const THERE = { type: "there?" } as const;
const HERE = { type: "here" } as const;

/** In such a child: answers, as long as its event loop turns. */
export function sayThatHere(): void {
  process.on("message", ({ type }: { type?: string }) => {
    // It reaches nobody when the parent has died meanwhile: that the channel ends tells of that.
    if (type === THERE.type) process.send?.(HERE, () => {});
  });
}

export const isSignOfLife = (message: unknown): boolean => (message as { type?: string }).type === HERE.type;

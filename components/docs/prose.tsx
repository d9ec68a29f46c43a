/** Text in which `…` marks code. */
export function Prose({ children }: { children: string }) {
  return children.split("`").map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never move.
      <code key={i} className="rounded bg-sunken px-1 font-mono text-[0.92em]">
        {part}
      </code>
    ),
  );
}

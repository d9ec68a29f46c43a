/** One series at one moment; its name is the label `__name__`. */
export type Sample = { labels: Record<string, string>; value: number };
/** What was read at a moment, in seconds. */
export type Scrape = { at: number; samples: Sample[] };

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** The text that Prometheus is given; a line that is none is an error. */
export function readScrape(text: string, at: number): Scrape {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const samples = lines.map((line) => {
    const [, name, labels = "", value] = LINE.exec(line) ?? [];
    if (!name || value === undefined) throw new Error(`This is not a sample: ${line}`);
    const pairs = [...labels.matchAll(LABEL)].map(([, label, said]) => [label!, said!.replace(/\\(.)/g, "$1")]);
    return {
      labels: { __name__: name, ...Object.fromEntries(pairs) },
      value: Number(value.replace("Inf", "Infinity")),
    };
  });
  return { at, samples };
}

/** Names that a query may use, by what the text says there is. */
export function namesIn(text: string): Set<string> {
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name, type]) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name!],
    ),
  );
}

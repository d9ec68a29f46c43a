/** `2024-05-29T18:34:17+0000`: not every parser takes an offset without a colon. Without an offset it is UTC. */
export function readTime(text: string | null | undefined): Date | null {
  const [, local, hours, minutes] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)(?:Z|([+-]\d\d):?(\d\d))?$/.exec(text ?? "") ?? [];
  if (!local) return null;
  const time = new Date(`${local}${hours ? `${hours}:${minutes}` : "Z"}`);
  return Number.isNaN(time.getTime()) ? null : time;
}

import { INCIDENT_STATES, type PublicIncident, SEVERITIES, type Status } from "./words.ts";

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

/** An entry keeps its id for good; its time is that of its newest update, by which readers see that it is news. */
const idOf = (publicUrl: string, of: string, year: number): string =>
  `tag:${new URL(publicUrl).hostname},${year}:${of}`;

/** RFC 4287: one entry for each incident, newest first, with all of its updates. */
export function atomFeed({ at, incidents }: Status, publicUrl: string): string {
  const page = `${publicUrl}/status`;
  const newest = incidents.reduce((last, { updatedAt }) => (updatedAt > last ? updatedAt : last), new Date(0));
  const updated = incidents.length > 0 ? newest : new Date(Date.UTC(at.getUTCFullYear(), 0));
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${idOf(publicUrl, "status", 2026)}</id>
  <title>Status of the Reseller eSIM Service</title>
  <updated>${updated.toISOString()}</updated>
  <author><name>Reseller eSIM Service</name></author>
  <link rel="alternate" type="text/html" href="${escaped(page)}"/>
  <link rel="self" type="application/atom+xml" href="${escaped(`${page}/feed.atom`)}"/>
${incidents.map((incident) => entry(incident, publicUrl)).join("")}</feed>
`;
}

function entry(incident: PublicIncident, publicUrl: string): string {
  const { id, title, state, severity, components, beganAt, updatedAt, updates } = incident;
  const opened = updates.at(-1)?.at ?? beganAt;
  const html = updates
    .map(
      ({ state: then, text, at }) =>
        `<p><strong>${INCIDENT_STATES[then]}</strong> (${at.toISOString()}): ${escaped(text)}</p>`,
    )
    .join("");
  const about = `<p>${SEVERITIES[severity]}: ${components.map(({ name }) => escaped(name)).join(", ")}</p>`;
  return `  <entry>
    <id>${idOf(publicUrl, `incident/${id}`, opened.getUTCFullYear())}</id>
    <title>${escaped(`${INCIDENT_STATES[state]}: ${title}`)}</title>
    <published>${opened.toISOString()}</published>
    <updated>${updatedAt.toISOString()}</updated>
    <link rel="alternate" type="text/html" href="${escaped(`${publicUrl}/status/incidents/${id}`)}"/>
    <content type="html">${escaped(about + html)}</content>
  </entry>
`;
}

/** The same for programs. */
export function publicJson({ at, state, components, incidents }: Status, publicUrl: string) {
  return {
    read_at: at.toISOString(),
    state,
    components: components.map(({ code, name, state: own }) => ({ code, name, state: own })),
    incidents: incidents.map((incident) => ({
      id: incident.id,
      title: incident.title,
      severity: incident.severity,
      state: incident.state,
      components: incident.components,
      began_at: incident.beganAt.toISOString(),
      updated_at: incident.updatedAt.toISOString(),
      resolved_at: incident.resolvedAt?.toISOString() ?? null,
      url: `${publicUrl}/status/incidents/${incident.id}`,
      updates: incident.updates.map(({ number, state: then, text, at: time }) => ({
        ...{ number, state: then, text, at: time.toISOString() },
      })),
    })),
  };
}

/** Incidents: what is told of an outage, on the public status page and to the resellers whom it touches. */

export { listAffected, watchIncidents } from "./affected.ts";
export { AUDIENCES, INCIDENT_STATES, SEVERITIES } from "./component.ts";
export { getIncident, listIncidents } from "./list-incidents.ts";
export { openIncident, openIncidentFromAlert } from "./open-incident.ts";
export { listIncidentParts, setPublicName } from "./public-name.ts";
export { publicStatus, readStatus } from "./public-status.ts";
export { writeIncidentUpdate } from "./write-update.ts";

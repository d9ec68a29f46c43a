import { z } from "zod";
import {
  AUDIENCES,
  getIncident,
  INCIDENT_STATES,
  listIncidentParts,
  listIncidents,
  openIncident,
  openIncidentFromAlert,
  SEVERITIES,
  setPublicName,
  writeIncidentUpdate,
} from "#server/domain/control/incidents/index.ts";
import { recordId } from "../filters.ts";
import { present } from "../present.ts";
import { operatorProcedure, router } from "../trpc.ts";

const Text = z.string().trim().min(1, "Say what is known.").max(1_000, "At most 1,000 characters.");
const About = {
  severity: z.enum(SEVERITIES),
  components: z.array(z.string().max(40)).max(30),
  audience: z.enum(AUDIENCES),
  text: Text,
  mail: z.boolean(),
};

export const operatorIncidentsRouter = router({
  list: operatorProcedure.query(async ({ ctx }) => {
    const [incidents, parts] = await Promise.all([listIncidents(ctx), listIncidentParts(ctx)]);
    return { incidents, parts };
  }),
  get: operatorProcedure.input(z.object({ id: recordId() })).query(async ({ ctx, input }) => {
    const [incident, parts] = await Promise.all([getIncident(ctx, input.id), listIncidentParts(ctx)]);
    return present({ ...incident, parts });
  }),
  open: operatorProcedure
    .input(
      z.object({ title: z.string().trim().min(1, "Give it a title.").max(120, "At most 120 characters."), ...About }),
    )
    .mutation(async ({ ctx, input }) => ({ id: await openIncident(ctx, input) })),
  openFromAlert: operatorProcedure
    .input(z.object({ alertId: recordId() }))
    .mutation(async ({ ctx, input }) => ({ id: await openIncidentFromAlert(ctx, input.alertId) })),
  update: operatorProcedure
    .input(
      z.object({
        id: recordId(),
        seen: z.number().int().positive().max(32_000),
        state: z.enum(INCIDENT_STATES),
        ...About,
      }),
    )
    .mutation(({ ctx, input }) => writeIncidentUpdate(ctx, input)),
  setPublicName: operatorProcedure
    .input(z.object({ supplier: z.string().max(40), name: z.string().trim().max(40, "At most 40 characters.") }))
    .mutation(({ ctx, input }) => setPublicName(ctx, input.supplier, input.name)),
});

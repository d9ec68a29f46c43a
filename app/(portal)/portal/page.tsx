import { redirect } from "next/navigation";
import { findViewer } from "#server/trpc/caller.ts";

/** Leads to where the person was last: test or live. */
export default async function Portal() {
  const person = await findViewer();
  if (person?.isOperator && !person.visited) redirect("/operator");
  redirect(person ? `/${person.lastEnvironment}` : "/sign-in");
}

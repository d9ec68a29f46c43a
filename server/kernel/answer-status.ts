import { AsyncLocalStorage } from "node:async_hooks";
import { processSingleton } from "./process-singleton.ts";

type Answer = { statusCode: number };

const answers = () => processSingleton("answers being made", () => new AsyncLocalStorage<Answer>());

/** Runs what makes an answer, so that whatever it calls can say the answer's status. */
export const whileAnswering = <T>(answer: Answer, work: () => T): T => answers().run(answer, work);

/** Pages cannot say how their own answer ends: Next sends 200 with whatever is drawn. */
export function answerWith(status: number): void {
  const answer = answers().getStore();
  if (answer) answer.statusCode = status;
}

import { type Answer, json } from "../http.ts";

/** Thrown where an operation finds that it must not happen. Its words are all that says why. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function refuse(status: number, message: string): never {
  throw new Refusal(status, message);
}

/** 503 means that it is still being worked on. */
export const refused = ({ status, message }: Pick<Refusal, "status" | "message">): Answer => ({
  ...json({ message }, status),
  ...(status === 503 && { headers: { "retry-after": "5" } }),
});

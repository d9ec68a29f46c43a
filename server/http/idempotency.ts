import { fail } from "#server/kernel/errors.ts";
import type { ApiRequest } from "./message.ts";

const HEADER = "Idempotency-Key";
const MAX_LENGTH = 128;

export function readIdempotencyKey(request: ApiRequest): string {
  const values = request.header("idempotency-key");
  if (values.length === 0 || values[0] === "")
    fail(
      "validation_error",
      `The header ${HEADER} is required: a text of your own, new for each purchase, at most ${MAX_LENGTH} characters.`,
      { field: HEADER },
    );
  if (values.length > 1) fail("validation_error", `The header ${HEADER} was sent more than once.`, { field: HEADER });
  if (values[0]!.length > MAX_LENGTH)
    fail(
      "validation_error",
      `The header ${HEADER} has ${values[0]!.length} characters; at most ${MAX_LENGTH} are allowed.`,
      { field: HEADER },
    );
  return values[0]!;
}

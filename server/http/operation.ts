import type { ServerResponse } from "node:http";
import type { z } from "zod";
import type { ApiKey } from "#server/domain/reseller/keys/index.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { env } from "#server/kernel/env.ts";
import type { ErrorCode } from "#server/kernel/errors.ts";
import type { Answered, IdempotencyClaim } from "#server/kernel/idempotency.ts";
import type { Scope } from "#server/kernel/scopes.ts";
import { etagOf } from "./encoding.ts";
import type { ApiRequest } from "./message.ts";

type Shape = z.ZodObject | undefined;
type Parsed<S extends Shape> = S extends z.ZodObject ? z.output<S> : Record<string, never>;

/** What a request needs: a key with a scope, any key, or none. */
type Access = Scope | "any key" | "public";

/** What the caller of a public operation is known by, and of any other. */
type Caller<A extends Access> = A extends "public" ? { ctx: Ctx } : { ctx: AccountCtx; key: ApiKey };

type Input<A extends Access, P extends Shape, Q extends Shape, B extends Shape> = Caller<A> & {
  params: Parsed<P>;
  query: Parsed<Q>;
  body: Parsed<B>;
};

type Declaration<A extends Access, P extends Shape, Q extends Shape, B extends Shape, D extends z.ZodType, T> = {
  method: "GET" | "POST";
  /** Below /api/v1, parameters in braces. */
  path: `/${string}`;
  tag: string;
  summary: string;
  description?: string;
  /** The scope that the key needs, if it needs one. */
  access: A;
  params?: P;
  query?: Q;
  body?: B;
  /** The shape of `data` in the answer. */
  data: D;
  /** Errors of its own; those that follow from access, body, params and idempotency are implied. */
  errors?: readonly ErrorCode[];
  /** Of a public operation: requests a minute and address, counted apart from all others. */
  perMinute?: number;
  deprecated?: boolean;
  /** Although it is a POST: nothing is spent, changed or sent by it. */
  reads?: boolean;
  /** The same data until somebody changes them: named by an ETag, not sent to who has them, and compressed. */
  revalidated?: boolean;
} & (
  | {
      idempotent?: false;
      handle(
        input: Input<A, P, Q, B>,
        request: ApiRequest,
      ): Promise<z.input<D> | JsonText | OngoingAnswer | OtherAnswer> | z.input<D> | JsonText;
    }
  | {
      idempotent: true;
      /** The answer that is stored with the effect. */
      present(result: T): z.input<D>;
      handle(input: Input<A, P, Q, B> & { claim: IdempotencyClaim<T> }): Promise<Answered>;
    }
);

/** An answer that does not end by itself: what it sends after its headers is its own. */
export class OngoingAnswer {
  readonly type: string;
  readonly begin: (out: ServerResponse) => void;
  constructor(type: string, begin: (out: ServerResponse) => void) {
    this.type = type;
    this.begin = begin;
  }
}

/** An answer in the words of another protocol. */
export class OtherAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  constructor(status: number, type: string, body: string) {
    this.status = status;
    this.type = type;
    this.body = body;
  }
}

/** `data` of an answer that is JSON already. */
export class JsonText {
  readonly text: string;
  #etag: string | undefined;
  #bytes: Buffer | undefined;
  constructor(text: string) {
    this.text = text;
  }

  /** As it travels; written once for an answer that is kept. */
  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.text);
    return this.#bytes;
  }

  /** Worked out once for an answer that is kept. */
  get etag(): string {
    this.#etag ??= etagOf(this.text);
    return this.#etag;
  }
}

/** An operation with its types forgotten: what the kernel works with. */
export type Operation = Omit<
  Declaration<Scope, z.ZodObject, z.ZodObject, z.ZodObject, z.ZodType, unknown>,
  "handle" | "access" | "idempotent"
> & {
  access: Access;
  idempotent: boolean;
  present?(result: unknown): unknown;
  // biome-ignore lint/suspicious/noExplicitAny: `operation` has checked the handler against its own declaration.
  handle(input: any, request: ApiRequest): Promise<unknown> | unknown;
};

/** Declares an operation once: route, checks, OpenAPI, reference and generated tests all follow from this. */
export function operation<
  A extends Access,
  D extends z.ZodType,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
  T = never,
>(declaration: Declaration<A, P, Q, B, D, T>): Operation {
  return { idempotent: false, ...declaration } as unknown as Operation;
}

/** Every error code that an operation can answer with. */
export function errorsOf({ access, params, query, body, idempotent, errors = [] }: Operation): ErrorCode[] {
  // Whatever it takes, a request that is not canonical is refused before it is known what it asks for.
  const implied: ErrorCode[] = ["bad_request", "rate_limit_exceeded", "internal_error", "service_unavailable"];
  if (access !== "public") implied.push("authentication_failed", "access_denied");
  if (access !== "public" && access !== "any key") implied.push("insufficient_scope");
  if (body) implied.push("unsupported_media_type");
  if (query || body || idempotent) implied.push("validation_error");
  if (params) implied.push("resource_not_found");
  if (idempotent) implied.push("conflict");
  return [...new Set([...errors, ...implied])];
}

/** Outside production every answer is held against its declared shape; in production the compiler's word is enough. */
export function checked(operation: Operation, data: unknown): unknown {
  if (env().mode !== "production") operation.data.parse(data);
  return data;
}

/** The same as JSON. */
export function checkedText(operation: Operation, data: unknown): JsonText {
  if (!(data instanceof JsonText)) return new JsonText(JSON.stringify(checked(operation, data)));
  if (env().mode !== "production") checked(operation, JSON.parse(data.text));
  return data;
}

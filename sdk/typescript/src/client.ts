import { type CallOptions, type ClientOptions, call, type Route } from "./call.ts";
import { OPERATIONS } from "./operations.ts";
import type { operations } from "./schema.ts";

export type OperationId = keyof typeof OPERATIONS & keyof operations;

type Content<T> = T extends { content: { "application/json": infer Json } } ? Json : never;
type PathOf<Id extends OperationId> = operations[Id]["parameters"] extends { path: infer P } ? P : unknown;
type Given<T> = [T] extends [never] ? unknown : T;
type QueryOf<Id extends OperationId> = operations[Id]["parameters"] extends { query?: infer Q }
  ? Given<NonNullable<Q>>
  : unknown;
type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody: infer B } ? Content<B> : unknown;

/** Everything that an operation takes: its parameters and the fields of its body. */
export type InputOf<Id extends OperationId> = PathOf<Id> & QueryOf<Id> & BodyOf<Id>;
/** `data` of its answer. */
export type DataOf<Id extends OperationId> =
  Content<operations[Id]["responses"][200]> extends { data: infer D } ? D : never;

type Method<Id extends OperationId> =
  Record<never, never> extends InputOf<Id>
    ? (input?: InputOf<Id>, options?: CallOptions) => Promise<DataOf<Id>>
    : (input: InputOf<Id>, options?: CallOptions) => Promise<DataOf<Id>>;

/** What names the next page of a list, and whether its rows are counted instead. */
const PAGES = {
  listPackages: "cursor",
  listOrders: "before_id",
  listLedger: "before_id",
  listEsims: "offset",
} as const;
type PagedId = keyof typeof PAGES;
type ItemOf<Id extends PagedId> = DataOf<Id> extends { items: (infer Item)[] } ? Item : never;

export type Client = { readonly [Id in OperationId]: Method<Id> } & {
  /** Every item of a list, page after page: `for await (const order of client.each("listOrders"))`. */
  each<Id extends PagedId>(id: Id, input?: InputOf<Id>, options?: CallOptions): AsyncGenerator<ItemOf<Id>, void>;
};

type Page = { items: unknown[]; pagination?: { next_cursor: number | null }; limit?: number };

/** The API's operations as methods. Each gives `data` of its answer, and throws `ApiError` when it is refused. */
export function createClient(options: ClientOptions): Client {
  const routes = Object.entries(OPERATIONS) as [OperationId, Route][];
  const methods = routes.map(([id, route]) => [
    id,
    (input?: Record<string, unknown>, how?: CallOptions) => call(options, route, input, how),
  ]);
  async function* each(id: PagedId, input: Record<string, unknown> = {}, how?: CallOptions) {
    const name = PAGES[id];
    let at: number | null = (input[name] as number | undefined) ?? 0;
    for (let page = 0; at !== null; page++) {
      const from: Record<string, unknown> = page === 0 && !input[name] ? {} : { [name]: at };
      const { items, pagination, limit } = (await call(options, OPERATIONS[id], { ...input, ...from }, how)) as Page;
      yield* items;
      if (name === "offset") at = items.length < limit! ? null : at + items.length;
      else at = pagination!.next_cursor;
    }
  }
  return { ...Object.fromEntries(methods), each } as Client;
}

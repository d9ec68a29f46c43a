import pg from "pg";
import { connectionOptions } from "#server/kernel/db.ts";

export type Column = { name: string; type: number; table: number; number: number };

/** What PostgreSQL says of a text without running it: the types that it works out, or its refusal and at which character. */
export type Description = { parameters: number[]; columns: Column[] } | { refusal: string; position: number };

/** Asks for many texts over one connection. */
export async function describeTexts(url: string, texts: string[]): Promise<Map<string, Description>> {
  const client = new pg.Client(connectionOptions(url));
  await client.connect();
  try {
    const described = new Map<string, Description>();
    for (const text of texts)
      described.set(text, await new Promise((answer) => client.query(new Question(text, answer))));
    return described;
  } finally {
    await client.end();
  }
}

/** Parse, Describe and Sync of the protocol: what prepares a statement, without the Bind and Execute that would run it. */
class Question implements pg.Submittable {
  readonly #text: string;
  readonly #answer: (description: Description) => void;
  #parameters: number[] = [];
  #columns: Column[] = [];

  constructor(text: string, answer: (description: Description) => void) {
    this.#text = text;
    this.#answer = answer;
  }

  submit(connection: pg.Connection): void {
    connection.removeAllListeners("parameterDescription");
    connection.on("parameterDescription", ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
      this.#parameters = dataTypeIDs;
    });
    connection.parse({ name: "", text: this.#text, types: [] }, true);
    connection.describe({ type: "S", name: "" }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({
      name,
      type: dataTypeID,
      table: tableID,
      number: columnID,
    }));
  }

  handleError({ message, position }: pg.DatabaseError): void {
    this.#answer({ refusal: message, position: Number(position ?? 1) - 1 });
  }

  handleReadyForQuery(): void {
    this.#answer({ parameters: this.#parameters, columns: this.#columns });
  }
}

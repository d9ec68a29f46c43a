import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import * as engine from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";
import { connectionOptions } from "#server/kernel/db.ts";

const SCHEMA = join(import.meta.dirname, "schema.prisma");

/** The SQL that would bring a migrated database to `schema.prisma`; empty when the migrations describe it. */
export async function diffTables(url: string): Promise<string> {
  loading ??= loadEngine();
  await loading;
  const files = [{ path: SCHEMA, content: readFileSync(SCHEMA, "utf8") }];
  const pool = new CharPool(connectionOptions(url));
  try {
    const factory = bindMigrationAwareSqlAdapterFactory(new CharAdapter(pool));
    const schemaEngine = await engine.SchemaEngine.new(
      { datamodels: [[SCHEMA, files[0]!.content]] },
      () => {},
      factory,
    );
    const { stdout } = await schemaEngine.diff({
      from: { tag: "schemaDatasource", files, configDir: import.meta.dirname },
      to: { tag: "schemaDatamodel", files },
      script: true,
      exitCode: null,
      filters: { externalTables: ["public._prisma_migrations"], externalEnums: [] },
    });
    return stdout?.replace("-- This is an empty migration.", "").trim() ?? "";
  } finally {
    await pool.end();
  }
}

let loading: Promise<void> | undefined;

async function loadEngine(): Promise<void> {
  const bytes = readFileSync(
    join(import.meta.dirname, "../node_modules/@prisma/schema-engine-wasm/schema_engine_bg.wasm"),
  );
  const { instance } = await WebAssembly.instantiate(bytes, {
    "./schema_engine_bg.js": engine as unknown as WebAssembly.ModuleImports,
  });
  const exports = instance.exports as { __wbindgen_start(): void };
  (engine as unknown as { __wbg_set_wasm(exports: unknown): void }).__wbg_set_wasm(exports);
  exports.__wbindgen_start();
}

/** The engine reads catalogue columns of type "char", which the adapter does not know: the type is carried through as TIME. */
class CharPool extends pg.Pool {
  // biome-ignore lint/suspicious/noExplicitAny: the driver overloads this method eight times; all arguments pass through.
  override async query(...args: any[]): Promise<any> {
    const result = await (super.query as (...all: unknown[]) => Promise<pg.QueryResult>).apply(this, args);
    for (const field of result.fields ?? []) if (field.dataTypeID === CHAR) field.dataTypeID = pg.types.builtins.TIME;
    return result;
  }
}

class CharAdapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      const columnTypes = result.columnTypes.map((type) =>
        type === ColumnTypeEnum.Time ? ColumnTypeEnum.Character : type,
      );
      return { ...result, columnTypes };
    };
    return adapter;
  }
}

const CHAR = 18;

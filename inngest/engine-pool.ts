import pg from "pg";

type Taken = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release?: (broken?: unknown) => void,
) => void;

/**
 * Connections for graphile-worker. It gives a listener back twice when the connection breaks while it is stopped and its LISTEN
 * is not answered yet: the second time is an error that nobody handles, and would end the process.
 */
export class EnginePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(taken: Taken): void;
  override connect(taken?: Taken): Promise<pg.PoolClient> | undefined {
    if (!taken) return super.connect();
    super.connect((error, client, release) => {
      let isReleased = false;
      taken(error, client, (broken) => {
        if (!isReleased) release?.(broken);
        isReleased = true;
      });
    });
  }
}

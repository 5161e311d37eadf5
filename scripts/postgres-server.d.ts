export interface PostgresServer {
  /** The address of one of its databases. */
  url(database: string): string;
  pid(): number;
  /** After `kill`: recovers what was committed. */
  start(): Promise<void>;
  /** As a crash would. */
  kill(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

export function startPostgresServer(options?: {
  durable?: boolean;
  maxConnections?: number;
}): Promise<PostgresServer>;

import type { FeedClient } from '../../client/index.js';
import type { Service } from '../connection/embedded.js';
import type { GlobalOptions } from '../kit/index.js';
import type { Notes } from '../output/notes.js';
import type { Output } from '../output/output.js';
import type { ProfileStore } from '../profiles/profile-store.js';
import type { Credentials } from '../profiles/resolve-credentials.js';
import type { Prompts } from '../terminal/prompts.js';
import type { Streams } from '../terminal/streams.js';

/** What a verb needs of its client; the first one to ask for it decides. */
export interface ClientNeeds {
  creates?: boolean;
  /** Shortest time between two writes, in milliseconds; the client's own pace when undefined. */
  writeIntervalMs?: number | undefined;
  /** Its calls go on when the command is told to stop: to clean up after itself. */
  outlivesSignal?: boolean;
}

/** Everything a verb works with. Whatever is heavy is loaded when it is asked for. */
export interface Context {
  readonly globals: GlobalOptions;
  readonly env: NodeJS.ProcessEnv;
  readonly streams: Streams;
  /** Prints the result, in whatever format was asked for. */
  readonly output: Output;
  /** Lines on standard error beside the result. */
  readonly notes: Notes;
  readonly prompts: Prompts;
  /** Aborted when the command is to stop. */
  readonly signal: AbortSignal;
  readonly profiles: ProfileStore;
  /** Whose credentials are used; throws CredentialsError when there are none. */
  credentials(): Promise<Credentials>;
  /**
   * A client for the service in use. `creates` allows the embedded service to make its database:
   * only commands that create something may.
   */
  client(options?: ClientNeeds): Promise<FeedClient>;
  /** The service itself when the embedded one is in use; null for a remote one. */
  embedded(): Promise<Service | null>;
  /**
   * What a `feedctl serve` does by itself, after feeds were fetched by the embedded service: due
   * deliveries, and deleting what is too old. Does nothing for a remote service.
   */
  upkeep(): Promise<void>;
  /** True when the service in use is embedded and nothing serves its published addresses yet. */
  isUnserved(): Promise<boolean>;
  /** Says so when the first feed was created and nothing serves its published address yet. */
  noteUnserved(): Promise<void>;
  /** Waits for work; on a terminal a spinner says so when it takes a while. */
  during<T>(label: string, work: () => Promise<T>): Promise<T>;
}

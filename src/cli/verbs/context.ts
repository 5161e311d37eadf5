import type { FeedClient } from '../../client/index.js';
import type { Maintenance } from '../connection/maintenance.js';
import type { GlobalOptions } from '../kit/index.js';
import type { Notes } from '../output/notes.js';
import type { Output } from '../output/output.js';
import type { ProfileStore } from '../profiles/profile-store.js';
import type { Credentials } from '../profiles/resolve-credentials.js';
import type { Prompts } from '../terminal/prompts.js';
import type { Streams } from '../terminal/streams.js';

/** Requirements of a verb for its client; the first caller determines it. */
export interface ClientNeeds {
  creates?: boolean;
  /** Minimum time between two writes, in milliseconds; the client's default when undefined. */
  writeIntervalMs?: number | undefined;
  /** Its calls continue after the command was told to stop, to clean up. */
  outlivesSignal?: boolean;
}

/** Everything a verb works with. Expensive parts are loaded on demand. */
export interface Context {
  /** The words after `feedctl`. They hold no secrets. */
  readonly typed: readonly string[];
  readonly globals: GlobalOptions;
  readonly env: NodeJS.ProcessEnv;
  readonly streams: Streams;
  /** Prints the result in the selected format. */
  readonly output: Output;
  /** Prints notes on standard error. */
  readonly notes: Notes;
  readonly prompts: Prompts;
  /** Aborted when the command must stop. */
  readonly signal: AbortSignal;
  readonly profiles: ProfileStore;
  /** The credentials in use; throws CredentialsError when there are none. */
  credentials(): Promise<Credentials>;
  /**
   * A client for the service in use. `creates` allows the embedded service to make its database:
   * only commands that create something may.
   */
  client(options?: ClientNeeds): Promise<FeedClient>;
  /** The periodic work of `feedctl serve`, for the embedded service; null for a remote one. */
  maintenance(): Promise<Maintenance | null>;
  /** True when the embedded service is in use and its published addresses are not served yet. */
  isUnserved(): Promise<boolean>;
  /** Prints a hint when the first feed was created and its published address is not served yet. */
  noteUnserved(): Promise<void>;
  /** Waits for work; on a terminal, shows a spinner when it takes a while. */
  during<T>(label: string, work: () => Promise<T>): Promise<T>;
}

import { setFlagsFromString } from 'node:v8';
import { FeedClient, type FeedClientOptions, type Hooks } from '../../client/index.js';
import type { GlobalOptions } from '../kit/index.js';
import type { Notes } from '../output/notes.js';
import type { ProfileStore } from '../profiles/profile-store.js';
import type { Credentials, RemoteCredentials } from '../profiles/resolve-credentials.js';
import { deliverBeforeExit } from './deliver-before-exit.js';
import { type EmbeddedService, openEmbedded, type Service } from './embedded.js';

/** A client and what has to be closed behind it. */
export interface Connection {
  client: FeedClient;
  /** The service itself when it is the embedded one. */
  service: Service | null;
  /**
   * What a `feedctl serve` does by itself, for the service in this process after it fetched feeds:
   * attempts due deliveries and deletes what is too old. A service elsewhere needs none of it.
   */
  upkeep(): Promise<void>;
  /** True when the service is embedded and nothing answers yet at the published addresses. */
  isUnserved(): Promise<boolean>;
  close(): Promise<void>;
}

export interface ConnectionFacts {
  env: NodeJS.ProcessEnv;
  globals: Pick<GlobalOptions, 'timeout' | 'debug'>;
  notes: Notes;
  profiles: ProfileStore;
  signal: AbortSignal;
  /** The command may make the embedded service's database. */
  creates?: boolean;
  /** Shortest time between two writes, in milliseconds; the client's own pace when undefined. */
  writeIntervalMs?: number | undefined;
  /** Calls of the client are not ended by `signal`. */
  outlivesSignal?: boolean;
}

/** Connects to the service the credentials are for: over the network, or inside this process. */
export async function connect(
  credentials: Credentials,
  facts: ConnectionFacts,
): Promise<Connection> {
  const common = {
    timeoutMs: facts.globals.timeout,
    signal: facts.outlivesSignal ? undefined : facts.signal,
    writeIntervalMs: facts.writeIntervalMs,
    ...(facts.globals.debug ? watchRequests(facts.notes) : {}),
  };
  spareTierUp();
  if (credentials.kind === 'remote') return connectRemote(credentials, common, facts.profiles);
  const { env, profiles, creates = false, notes } = facts;
  const service = await openEmbedded({ env, profiles }, { creates });
  if (credentials.implied && service.isNew) await notes.hint(newDatabase(service));
  const { baseUrl, apiKey, apiSecret, fetch } = service;
  const client = new FeedClient({
    ...common,
    baseUrl,
    apiKey,
    apiSecret,
    fetch,
    extensions: true,
    // A handler in this process fails for reasons that waiting does not mend.
    retry: false,
  });
  return {
    client,
    service: service.service,
    upkeep: () => upkeep(service.service, facts),
    isUnserved: () => service.isUnserved(),
    close: () => deliverAndClose(service, facts),
  };
}

/** Without a live `serve`, what this command has announced is delivered before it ends. */
async function deliverAndClose(
  { service, close }: EmbeddedService,
  facts: ConnectionFacts,
): Promise<void> {
  try {
    if (service.webhooks.hasAnnounced && !facts.signal.aborted) {
      await deliverBeforeExit(service, facts);
    }
  } finally {
    await close();
  }
}

/** Longest time for deleting what is too old, in milliseconds. */
const CLEARING_MS = 2000;

async function upkeep(service: Service, facts: ConnectionFacts): Promise<void> {
  const { signal } = facts;
  if (signal.aborted) return;
  await deliverBeforeExit(service, facts);
  const retention = await service.retention();
  // The next command continues what is not done now: it must not spoil what went well.
  await retention.doDue({ withinMs: CLEARING_MS, signal }).catch(() => undefined);
}

function connectRemote(
  credentials: RemoteCredentials,
  common: Pick<
    FeedClientOptions,
    'timeoutMs' | 'signal' | 'writeIntervalMs' | 'onRequest' | 'onResponse'
  >,
  profiles: ProfileStore,
): Connection {
  const { baseUrl, apiKey, apiSecret, serviceVersion } = credentials;
  const extensions = serviceVersion === null ? 'detect' : true;
  const client = new FeedClient({ ...common, baseUrl, apiKey, apiSecret, extensions });
  return {
    client,
    service: null,
    upkeep: async () => {},
    isUnserved: async () => false,
    async close() {
      // Forgetting costs one request later on; it is no reason for a command to fail.
      await rememberVersion(client, credentials, profiles).catch(() => {});
      await client.close();
    },
  };
}

/** The next command then knows without asking whether extensions are understood. */
async function rememberVersion(
  { service }: FeedClient,
  { source, serviceVersion }: RemoteCredentials,
  store: ProfileStore,
): Promise<void> {
  if (source.kind !== 'profile' || !service.known || service.version === serviceVersion) return;
  const { name } = source;
  await store.change(({ current, profiles }) => {
    const before = profiles[name];
    if (before?.kind !== 'remote') return { current, profiles };
    const after = { ...before, serviceVersion: service.version };
    return { current, profiles: { ...profiles, [name]: after } };
  });
}

function newDatabase({ location }: EmbeddedService): string {
  return `Using the service inside feedctl, which keeps its data in ${location}. For a service elsewhere: feedctl auth login`;
}

/**
 * Leaves undici's HTTP parser, which is WebAssembly, in the form that is ready at once. Compiling it
 * a second time, for speed, costs a command about 70 ms of CPU, a fifth of the whole, to read
 * answers of some kilobytes. For the command line alone: what serves for long is better off with it.
 */
export function spareTierUp(): void {
  setFlagsFromString(`--wasm-tiering-budget=${2 ** 31 - 1}`);
}

/** `--debug`: a line for every attempt. The events hold no credentials. */
export function watchRequests(notes: Notes): Hooks {
  return {
    onRequest({ method, url, headers, body, attempt }) {
      const again = attempt === 1 ? '' : ` (attempt ${attempt})`;
      notes.debug(`> ${method} ${url}${again}`);
      for (const [name, value] of Object.entries(headers)) notes.debug(`> ${name}: ${value}`);
      notes.debug('> authorization: Bearer ***:***');
      if (body !== undefined) notes.debug(`> ${body}`);
    },
    onResponse({ status, durationMs, headers, error, retryInMs }) {
      const took = `${Math.round(durationMs)} ms`;
      notes.debug(`< ${status ?? error?.message ?? 'no answer'} in ${took}`);
      const id = headers['x-request-id'];
      if (id !== undefined) notes.debug(`< x-request-id: ${id}`);
      if (retryInMs !== undefined) notes.debug(`  trying again in ${Math.round(retryInMs)} ms`);
    },
  };
}

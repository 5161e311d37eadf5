import { FeedClient, type FeedClientOptions, type Hooks } from '../../client/index.js';
import type { GlobalOptions } from '../kit/index.js';
import type { Notes } from '../output/notes.js';
import type { ProfileStore } from '../profiles/profile-store.js';
import type { Credentials, RemoteCredentials } from '../profiles/resolve-credentials.js';
import { type EmbeddedService, openEmbedded, type ServiceLogger } from './embedded.js';
import { type Maintenance, maintenanceOf } from './maintenance.js';
import { maskedBody } from './masked-body.js';
import { warnMisspelt } from './misspelt-variables.js';

/** A client and the cleanup it needs. */
export interface Connection {
  client: FeedClient;
  /** For the service in this process; null for a remote one. */
  maintenance: Maintenance | null;
  /** True when the service is embedded and its published addresses are not served yet. */
  isUnserved(): Promise<boolean>;
  close(): Promise<void>;
}

interface ConnectionFacts {
  env: NodeJS.ProcessEnv;
  globals: Pick<GlobalOptions, 'timeout' | 'debug'>;
  notes: Notes;
  profiles: ProfileStore;
  signal: AbortSignal;
  /** The command may create the embedded service's database. */
  creates?: boolean;
  /** Minimum time between two writes, in milliseconds; the client's default when undefined. */
  writeIntervalMs?: number | undefined;
  /** Calls of the client are not ended by `signal`. */
  outlivesSignal?: boolean;
}

/** Connects to the service of the credentials, over the network or in this process. */
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
  if (credentials.kind === 'remote') return connectRemote(credentials, common, facts.profiles);
  const { env, profiles, creates = false, notes } = facts;
  await warnMisspelt(env, notes);
  const logger = facts.globals.debug ? debugLogger(notes) : undefined;
  const service = await openEmbedded({ env, profiles }, { creates, logger });
  if (credentials.implied && service.isNew) await notes.hint(newDatabase(service));
  const client = new FeedClient({ ...common, call: service.service.call, http: service.http });
  const maintenance = maintenanceOf(service.service, facts);
  return {
    client,
    maintenance,
    isUnserved: () => service.isUnserved(),
    close: () => deliverAndClose(service, maintenance, facts.signal),
  };
}

/** Without a live `serve`, delivers the events of this command before it exits. */
async function deliverAndClose(
  { service, close }: EmbeddedService,
  maintenance: Maintenance,
  signal: AbortSignal,
): Promise<void> {
  try {
    if (service.http.webhooks.hasPublished && !signal.aborted) await maintenance.deliveries();
  } finally {
    await close();
  }
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
    maintenance: null,
    isUnserved: async () => false,
    async close() {
      // The version is only a cache: failing to store it costs one request later.
      await rememberVersion(client, credentials, profiles).catch(() => {});
      await client.close();
    },
  };
}

/** Stores the service version, so that the next command knows it without a request. */
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
  return `Using the embedded service, which stores its data in ${location}. To use a remote service: feedctl auth login`;
}

/** `--debug`: shows the warnings and errors that the embedded service logs. */
function debugLogger(notes: Notes): ServiceLogger {
  const show = ({ err }: { err?: unknown }, message: string) =>
    notes.debug([message, ...causesOf(err)].join('\n'));
  return { info: () => undefined, warn: show, error: show };
}

/** The stacks of an error and of its causes. Their other properties may hold stored rows. */
function causesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [error.stack ?? error.message, ...causesOf(error.cause)];
}

/** `--debug`: logs every attempt. Credentials are masked. */
function watchRequests(notes: Notes): Hooks {
  return {
    onRequest({ method, url, headers, body, attempt }) {
      const again = attempt === 1 ? '' : ` (attempt ${attempt})`;
      notes.debug(`> ${method} ${url}${again}`);
      for (const [name, value] of Object.entries(headers)) notes.debug(`> ${name}: ${value}`);
      notes.debug('> authorization: Bearer ***:***');
      if (body !== undefined) notes.debug(`> ${maskedBody(url, body)}`);
    },
    onResponse({ status, durationMs, headers, error, retryInMs }) {
      const took = `${Math.round(durationMs)} ms`;
      notes.debug(`< ${status ?? error?.message ?? 'no answer'} in ${took}`);
      const id = headers['x-request-id'];
      if (id !== undefined) notes.debug(`< x-request-id: ${id}`);
      if (retryInMs !== undefined) notes.debug(`  retrying in ${Math.round(retryInMs)} ms`);
    },
  };
}

import { FeedClient, type FeedClientOptions } from '../../client/index.js';
import {
  ACCOUNT_VARIABLES,
  OPERATOR_SETTINGS,
  PREFERENCE_VARIABLES,
} from '../../resources/operator.js';
import type { GlobalOptions } from '../kit/index.js';
import { spelledLike } from '../kit/spelled-like.js';
import type { Notes } from '../output/notes.js';
import type { ProfileStore } from '../profiles/profile-store.js';
import type { Credentials, RemoteCredentials } from '../profiles/resolve-credentials.js';
import { debugLogger, watchRequests } from './debug.js';
import { type EmbeddedService, openEmbedded } from './embedded.js';
import { type Maintenance, maintenanceOf } from './maintenance.js';

/** A client and the cleanup it needs. */
export interface Connection {
  client: FeedClient;
  /** For the service in this process; null for a remote one. */
  readonly maintenance: Maintenance | null;
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
  /** True if `signal` does not end the calls of the client. */
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
  const onMigration = ({ text }: { text: string }) => void notes.allWell(text);
  const service = await openEmbedded({ env, profiles }, { creates, logger, onMigration });
  if (credentials.implied && service.isNew) await notes.hint(newDatabase(service));
  const client = new FeedClient({ ...common, call: service.service.call, http: service.http });
  return {
    client,
    get maintenance() {
      return maintenanceOf(service.service, facts);
    },
    isUnserved: () => service.isUnserved(),
    close: () => deliverAndClose(service, facts),
  };
}

/** Without a live `serve`, delivers the events of this command before it exits. */
async function deliverAndClose(
  { service, close }: EmbeddedService,
  facts: ConnectionFacts,
): Promise<void> {
  try {
    const isDue = service.http.webhooks.hasPublished && !facts.signal.aborted;
    if (isDue) await maintenanceOf(service, facts).deliveries();
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

/**
 * Warns of variables that are spelled almost like one of feedctl: they have no effect, and nothing
 * else says so. Other names may be those of secrets, which files refer to as `env:NAME`.
 */
export async function warnMisspelt(env: NodeJS.ProcessEnv, notes: Notes): Promise<void> {
  const known = [
    ...OPERATOR_SETTINGS.map(({ name }) => name),
    ...Object.keys(ACCOUNT_VARIABLES),
    ...Object.keys(PREFERENCE_VARIABLES),
  ];
  const names: ReadonlySet<string> = new Set(known);
  const others = Object.keys(env).filter(
    (name) => /^FEEDCTL_(?!SECRET_)/.test(name) && !names.has(name),
  );
  for (const name of others) {
    const [meant] = spelledLike(name, known);
    if (meant === undefined) continue;
    await notes.warn(
      `The environment variable ${name} has no effect. Did you mean ${meant}? All: feedctl help environment`,
    );
  }
}

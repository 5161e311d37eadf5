import type { FeedClient } from '../../client/index.js';
import { type Connection, connect } from '../connection/connection.js';
import { formatOf, isMachineReadable } from '../kit/index.js';
import { createNotes } from '../output/notes.js';
import { createOutput } from '../output/output.js';
import { withSpinner } from '../output/spinner.js';
import { defaultsInUse } from '../profiles/defaults.js';
import { configDirectory } from '../profiles/directories.js';
import { type Defaults, NO_PROFILES, type Profiles } from '../profiles/profile.js';
import { ProfileStore } from '../profiles/profile-store.js';
import { type Credentials, resolveCredentials } from '../profiles/resolve-credentials.js';
import type { Host } from '../terminal/host.js';
import { createPrompts } from '../terminal/prompts.js';
import type { ClientNeeds, Context } from '../verbs/context.js';
import type { Invocation } from './command-line.js';

/** A context whose connection must be closed after the verb has run. */
interface OwnedContext extends Context {
  /** The credentials, once they were resolved. */
  readonly used: Credentials | undefined;
  readonly defaults: Defaults;
  close(): Promise<void>;
}

/** Verbs whose tables list resources of the account; other verbs report findings or actions. */
const LISTS: ReadonlySet<string> = new Set(['list', 'items']);

/** @throws {UsageError} for global options that conflict with each other or with the verb */
export async function createContext(
  { verb, globals, typed }: Invocation,
  host: Host,
): Promise<OwnedContext> {
  const { env, streams, signal } = host;
  const { quiet, debug, fields, profile, baseUrl } = globals;
  const profiles = new ProfileStore(configDirectory(env));
  const defaults = defaultsInUse({ profile, env }, storedProfiles(profiles));
  const format = formatOf(globals, defaults.output);
  const machine = isMachineReadable(format);
  const output = createOutput({
    format,
    fields,
    ...(LISTS.has(verb.name) && { preferredColumns: defaults.columns }),
    header: !globals.noHeader,
    quiet,
    reports: verb.reports ?? false,
    stream: streams.stdout,
    sample: verb.output,
    otherSample: verb.otherOutput?.sample,
    more: verb.moreOutput,
  });
  const notes = createNotes(streams, { quiet, debug, machine });
  let used: Credentials | undefined;
  let connection: Connection | undefined;

  async function credentials(): Promise<Credentials> {
    if (used !== undefined) return used;
    const stored = await profiles.read();
    for (const path of profiles.writableByOthers) {
      await notes.warn(
        `${path} could be written by other users, who may have changed where your keys are sent. Check the addresses: feedctl profiles list. Then: chmod go-rwx ${path}`,
      );
    }
    used = resolveCredentials({ profile, baseUrl, env, stored });
    return used;
  }

  /** Whether this command may create the first feed, which users will open at its address. */
  let isFirstCreate: boolean | undefined;

  async function clientFor(needs: ClientNeeds = {}): Promise<FeedClient> {
    const made = await connected(needs);
    if (needs.creates && !machine && !quiet && made.maintenance !== null) {
      isFirstCreate ??= (await made.client.listFeeds({ limit: 1 })).length === 0;
    }
    return made.client;
  }

  async function connected(needs: ClientNeeds = {}): Promise<Connection> {
    if (connection === undefined) {
      const chosen = await credentials();
      connection = await connect(chosen, { env, globals, notes, profiles, signal, ...needs });
    }
    return connection;
  }

  return {
    typed,
    globals,
    env,
    streams,
    output,
    defaults,
    notes,
    profiles,
    signal,
    get prompts() {
      return createPrompts(host, { allowed: !machine && !globals.noInput });
    },
    credentials,
    client: clientFor,
    maintenance: async () => (await connected()).maintenance,
    isUnserved: async () => (await connected()).isUnserved(),
    async noteUnserved() {
      if (!isFirstCreate || !(await connection?.isUnserved())) return;
      await notes.hint('The rss_feed_url is not served yet. To publish it: feedctl serve');
    },
    during(label, work) {
      const visible = !machine && !quiet && !debug && streams.stderr.canRedraw;
      return visible ? withSpinner(streams.stderr, label, work) : work();
    },
    get used() {
      return used;
    },
    close: async () => connection?.close(),
  };
}

/** No profiles if the file is damaged: the commands that need one report it. */
function storedProfiles(profiles: ProfileStore): Profiles {
  try {
    return profiles.peek();
  } catch {
    return NO_PROFILES;
  }
}

import type { ApiKey, FeedClient } from '../../../client/index.js';
import { VERSION } from '../../../contract/version.js';
import { columns } from '../../output/columns.js';
import type { RecordView } from '../../output/view.js';
import { keyInUse } from '../../profiles/embedded-keys.js';
import type { Credentials } from '../../profiles/resolve-credentials.js';
import type { Context } from '../../verbs/context.js';
import { defineVerb } from '../../verbs/verb.js';

const SAMPLE = {
  source: 'profile',
  profile: 'feeds.example.com',
  kind: 'remote',
  base_url: 'https://feeds.example.com',
  api_key: 'c_4fK2mPq8',
  read_only: false,
  expires_at: null,
  service_version: VERSION,
};

const VIEW: RecordView = {
  fields: columns('source profile kind base_url api_key read_only expires_at service_version'),
};

export const status = defineVerb({
  name: 'status',
  summary: 'Show and test the credentials in use',
  description: `
    Shows where the credentials in use come from (a profile, the environment or the embedded
    service) and tests them with one request. service_version is null for a service that is not
    feedctl, as are read_only and expires_at of the key. Exits with 0 when they work and with 4 when
    they are missing or rejected.
  `,
  examples: {
    'feedctl auth status': 'Show which service commands use',
    'feedctl auth status -q --json || exit': 'In a script: continue only when logged in',
  },
  output: SAMPLE,
  exitCodes: [4, 7],
  async run(context) {
    const used = await context.credentials();
    const client = await context.client();
    await context.during('Testing the credentials', () => client.listFeeds({ limit: 1 }));
    const shown = await describeUse(context, used);
    const service_version = client.service.version;
    const { read_only = null, expires_at = null } =
      service_version === null ? {} : await ownKey(client, shown.api_key);
    await context.output.record({ ...shown, read_only, expires_at, service_version }, VIEW);
  },
});

/** The facts of this key that the service reports. */
async function ownKey(client: FeedClient, id: string | null): Promise<Partial<ApiKey>> {
  for await (const key of client.keys()) if (key.id === id) return key;
  return {};
}

async function describeUse(context: Context, used: Credentials) {
  const { globals, env, profiles } = context;
  const api_key = (await keyInUse(used, context))?.apiKey ?? null;
  if (used.kind === 'embedded') {
    const source = used.implied ? 'implied' : 'profile';
    const profile = globals.profile ?? env.FEEDCTL_PROFILE ?? (await profiles.read()).current;
    return { source, profile, kind: used.kind, base_url: null, api_key };
  }
  const { source, kind, baseUrl } = used;
  const profile = source.kind === 'profile' ? source.name : null;
  return { source: source.kind, profile, kind, base_url: baseUrl, api_key };
}

import type { Noun, Verb } from '../verbs/verb.js';

/** A top-level command. Until it is typed, only its name and summary are known. */
export interface RootEntry {
  name: string;
  summary: string;
  /** Heading in the root help; undefined for a command that help and completion leave out. */
  group: string | undefined;
  /** Loads the verbs. Only the command in argv is loaded, to keep start-up fast. */
  load(): Promise<Noun | Verb>;
}

/** One-line description of the program. */
export const SUMMARY = 'Turn websites, feeds, keywords and headlines into feeds, from the shell.';

/** Topics of `feedctl help TOPIC`. */
export const HELP_TOPICS = ['environment', 'exit-codes', 'output'] as const;
export type HelpTopic = (typeof HELP_TOPICS)[number];

/** Pairs of words that mean another command. */
export const ALIASES: readonly (readonly [typed: readonly [string, string], meant: string])[] = [
  [['feeds', 'add'], 'create'],
];

/** All top-level commands, in the order of the help. */
export const ROOT_ENTRIES: readonly RootEntry[] = [
  ...entries('Feeds:', {
    feeds: ['Create, list, change and delete feeds', () => import('./feeds/index.js')],
    items: ['Show or search the items of feeds and bundles', () => import('./items/items.js')],
    settings: ['Read and change the settings of a feed', () => import('./settings/index.js')],
    mute: ['Hide items of all feeds by rules', () => import('./mute/index.js')],
    bundles: ['Group feeds under one combined address', () => import('./bundles/index.js')],
    open: ['Open a feed or a bundle in the browser', () => import('./open/open.js')],
    preview: ['Preview the feed of a page and explain it', () => import('./preview/preview.js')],
  }),
  ...entries('Monitoring:', {
    watch: ['Print new and changed items as they appear', () => import('./watch/watch.js')],
    digest: ['Print a summary of recent items, for mail', () => import('./digest/digest.js')],
    refresh: ['Fetch feeds now', () => import('./refresh/refresh.js')],
    health: ['Find feeds that are broken, and fix them', () => import('./health/health.js')],
  }),
  ...entries('Accounts as files:', {
    export: ['Write all feeds and bundles to a file', () => import('./export/export.js')],
    import: ['Create the feeds and bundles listed in a file', () => import('./apply/apply.js')],
    plan: ['Show what applying a file would change', () => import('./apply/apply.js')],
    apply: ['Apply a file to the account', () => import('./apply/apply.js')],
    build: ['Write the feeds of a file as a static site', () => import('./build/build.js')],
  }),
  ...entries('Account and profiles:', {
    login: ['Connect to a service (auth login)', () => import('./auth/index.js')],
    logout: ['Remove the credentials of a profile (auth logout)', () => import('./auth/index.js')],
    auth: ['Log in, log out, show the credentials in use', () => import('./auth/index.js')],
    profiles: ['Manage stored credentials and defaults', () => import('./profiles/index.js')],
    keys: ['Create, list, rotate and revoke API keys', () => import('./keys/index.js')],
    accounts: ['Manage accounts and their limits', () => import('./accounts/index.js')],
  }),
  ...entries('Service:', {
    serve: ['Run the feed service on a port', () => import('./serve/serve.js')],
    service: ['Back up, restore and copy the database', () => import('./service/index.js')],
    dashboard: [
      'Open the dashboard of the service in a browser',
      () => import('./dashboard/dashboard.js'),
    ],
    webhooks: ['Manage webhooks and inspect deliveries', () => import('./webhooks/index.js')],
    mcp: ['Serve feeds to an AI agent (Model Context Protocol)', () => import('./mcp/mcp.js')],
    api: ['Send a raw request to the service', () => import('./api/api.js')],
  }),
  ...entries('This program:', {
    doctor: ['Check installation, connection and database', () => import('./doctor/doctor.js')],
    completion: [
      'Print or install completion for bash, zsh or fish',
      () => import('./completion/completion.js'),
    ],
  }),
  ...entries(undefined, {
    commands: ['List every command, for tools and agents', () => import('./commands/commands.js')],
  }),
];

/** The commands of a group by name, with their summaries and the modules that export them. */
function entries<const Rows extends { readonly [Name in keyof Rows]: Row<Name> }>(
  group: RootEntry['group'],
  rows: Rows,
): RootEntry[] {
  return Object.entries<Row<string>>(rows).map(([name, [summary, load]]) => ({
    name,
    summary,
    group,
    load: async () => (await load())[name] as Noun | Verb,
  }));
}

type Row<Name extends PropertyKey> = readonly [
  summary: string,
  load: () => Promise<{ readonly [N in Name]: Noun | Verb }>,
];

import type { Noun, Verb } from '../verbs/verb.js';

/** A top-level command. Until it is typed, only its name and summary are known. */
export interface RootEntry {
  name: string;
  summary: string;
  /** Heading in the root help; absent for a command that help and completion leave out. */
  group?: string;
  /** Loads the verbs. Only the command in argv is loaded, to keep start-up fast. */
  load(): Promise<Noun | Verb>;
}

/** One-line description of the program. */
export const SUMMARY = 'Turn websites, feeds, keywords and headlines into feeds, from the shell.';

/** Topics of `feedctl help TOPIC`. */
export const HELP_TOPICS = ['environment', 'exit-codes', 'output'] as const;
export type HelpTopic = (typeof HELP_TOPICS)[number];

/** Two words that are another command. */
export const ALIASES: readonly (readonly [typed: readonly [string, string], meant: string])[] = [
  [['feeds', 'add'], 'create'],
];

const FEEDS = 'Feeds:';
const MANY = 'Accounts as files:';
const CARE = 'Monitoring:';
const ACCOUNT = 'Account and profiles:';
const SERVICE = 'Service:';
const PROGRAM = 'This program:';

/** All top-level commands, in the order of the help. */
export const ROOT_ENTRIES: readonly RootEntry[] = [
  {
    name: 'feeds',
    summary: 'Create, list, change and delete feeds',
    group: FEEDS,
    load: async () => (await import('./feeds/index.js')).feeds,
  },
  {
    name: 'items',
    summary: 'Show or search the items of feeds and bundles',
    group: FEEDS,
    load: async () => (await import('./items/items.js')).items,
  },
  {
    name: 'settings',
    summary: 'Read and change the settings of a feed',
    group: FEEDS,
    load: async () => (await import('./settings/index.js')).settings,
  },
  {
    name: 'bundles',
    summary: 'Group feeds under one combined address',
    group: FEEDS,
    load: async () => (await import('./bundles/index.js')).bundles,
  },
  {
    name: 'open',
    summary: 'Open a feed or a bundle in the browser',
    group: FEEDS,
    load: async () => (await import('./open/open.js')).open,
  },
  {
    name: 'preview',
    summary: 'Preview the feed of a page and explain it',
    group: FEEDS,
    load: async () => (await import('./preview/preview.js')).preview,
  },
  {
    name: 'watch',
    summary: 'Print new and changed items as they appear',
    group: CARE,
    load: async () => (await import('./watch/watch.js')).watch,
  },
  {
    name: 'digest',
    summary: 'Print a summary of recent items, for mail',
    group: CARE,
    load: async () => (await import('./digest/digest.js')).digest,
  },
  {
    name: 'refresh',
    summary: 'Fetch feeds now',
    group: CARE,
    load: async () => (await import('./refresh/refresh.js')).refresh,
  },
  {
    name: 'health',
    summary: 'Find feeds that are broken, and fix them',
    group: CARE,
    load: async () => (await import('./health/health.js')).health,
  },
  {
    name: 'export',
    summary: 'Write all feeds and bundles to a file',
    group: MANY,
    load: async () => (await import('./export/export.js')).exportFile,
  },
  {
    name: 'import',
    summary: 'Create the feeds and bundles listed in a file',
    group: MANY,
    load: async () => (await import('./apply/import.js')).importFile,
  },
  {
    name: 'plan',
    summary: 'Show what applying a file would change',
    group: MANY,
    load: async () => (await import('./apply/apply.js')).plan,
  },
  {
    name: 'apply',
    summary: 'Apply a file to the account',
    group: MANY,
    load: async () => (await import('./apply/apply.js')).apply,
  },
  {
    name: 'build',
    summary: 'Write the feeds of a file as a static site',
    group: MANY,
    load: async () => (await import('./build/build.js')).build,
  },
  {
    name: 'login',
    summary: 'Connect to a service (auth login)',
    group: ACCOUNT,
    load: async () => (await import('./auth/index.js')).login,
  },
  {
    name: 'logout',
    summary: 'Remove the credentials of a profile (auth logout)',
    group: ACCOUNT,
    load: async () => (await import('./auth/index.js')).logout,
  },
  {
    name: 'auth',
    summary: 'Log in, log out, show the credentials in use',
    group: ACCOUNT,
    load: async () => (await import('./auth/index.js')).auth,
  },
  {
    name: 'profiles',
    summary: 'List, select and delete stored credentials',
    group: ACCOUNT,
    load: async () => (await import('./profiles/index.js')).profiles,
  },
  {
    name: 'keys',
    summary: 'Create, list, rotate and revoke API keys',
    group: ACCOUNT,
    load: async () => (await import('./keys/index.js')).keys,
  },
  {
    name: 'accounts',
    summary: 'Manage accounts and their limits',
    group: ACCOUNT,
    load: async () => (await import('./accounts/index.js')).accounts,
  },
  {
    name: 'serve',
    summary: 'Run the feed service on a port',
    group: SERVICE,
    load: async () => (await import('./serve/serve.js')).serve,
  },
  {
    name: 'service',
    summary: 'Back up, restore and copy the database',
    group: SERVICE,
    load: async () => (await import('./service/index.js')).service,
  },
  {
    name: 'dashboard',
    summary: 'Open the dashboard of the service in a browser',
    group: SERVICE,
    load: async () => (await import('./dashboard/dashboard.js')).dashboard,
  },
  {
    name: 'webhooks',
    summary: 'Manage webhooks and inspect deliveries',
    group: SERVICE,
    load: async () => (await import('./webhooks/index.js')).webhooks,
  },
  {
    name: 'mcp',
    summary: 'Serve feeds to an AI agent (Model Context Protocol)',
    group: SERVICE,
    load: async () => (await import('./mcp/mcp.js')).mcp,
  },
  {
    name: 'api',
    summary: 'Send a raw request to the service',
    group: SERVICE,
    load: async () => (await import('./api/api.js')).api,
  },
  {
    name: 'doctor',
    summary: 'Check installation, connection and database',
    group: PROGRAM,
    load: async () => (await import('./doctor/doctor.js')).doctor,
  },
  {
    name: 'completion',
    summary: 'Print or install completion for bash, zsh or fish',
    group: PROGRAM,
    load: async () => (await import('./completion/completion.js')).completion,
  },
  {
    name: 'commands',
    summary: 'List every command, for tools and agents',
    load: async () => (await import('./commands/commands.js')).commands,
  },
];

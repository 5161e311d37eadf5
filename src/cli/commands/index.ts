import type { Noun, Verb } from '../verbs/verb.js';

/** A first word of the command line. Until it is typed, it is a name and a line. */
export interface RootEntry {
  name: string;
  summary: string;
  /** Heading in the root help. */
  group: string;
  /** Loads the verbs; start-up is a feature, so only the word in argv is loaded. */
  load(): Promise<Noun | Verb>;
}

/** What the program is for. */
export const SUMMARY = 'Turn websites, feeds, keywords and headlines into feeds, from the shell.';

/** What `feedctl help` explains beside commands. */
export const HELP_TOPICS = ['environment', 'exit-codes', 'output'] as const;
export type HelpTopic = (typeof HELP_TOPICS)[number];

const FEEDS = 'Feeds:';
const MANY = 'Accounts as files:';
const CARE = 'Keeping up with them:';
const ACCOUNT = 'Account and profiles:';
const SERVICE = 'Service:';
const PROGRAM = 'This program:';

/** Every first word there is, in the order of the help. */
export const ROOT_ENTRIES: readonly RootEntry[] = [
  {
    name: 'feeds',
    summary: 'Create, list, change and delete feeds',
    group: FEEDS,
    load: async () => (await import('./feeds/index.js')).feeds,
  },
  {
    name: 'items',
    summary: 'Show the items of a feed or a bundle',
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
    summary: 'Show what a feed of a page would be, and why',
    group: FEEDS,
    load: async () => (await import('./preview/preview.js')).preview,
  },
  {
    name: 'watch',
    summary: 'Print new and changed items as they come',
    group: CARE,
    load: async () => (await import('./watch/watch.js')).watch,
  },
  {
    name: 'refresh',
    summary: 'Look for news at the sources of feeds now',
    group: CARE,
    load: async () => (await import('./refresh/refresh.js')).refresh,
  },
  {
    name: 'audit',
    summary: 'Find what is wrong with the feeds of the account',
    group: CARE,
    load: async () => (await import('./audit/audit.js')).audit,
  },
  {
    name: 'health',
    summary: 'Find feeds that are stale or failing, for cron',
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
    summary: 'Make the feeds and bundles of a file',
    group: MANY,
    load: async () => (await import('./import/import.js')).importFile,
  },
  {
    name: 'plan',
    summary: 'Compare the account with a file, change nothing',
    group: MANY,
    load: async () => (await import('./plan/plan.js')).plan,
  },
  {
    name: 'apply',
    summary: 'Make the account as a file says',
    group: MANY,
    load: async () => (await import('./apply/apply.js')).apply,
  },
  {
    name: 'login',
    summary: 'Connect to a service (auth login)',
    group: ACCOUNT,
    load: async () => (await import('./auth/index.js')).login,
  },
  {
    name: 'logout',
    summary: 'Forget the credentials of a profile (auth logout)',
    group: ACCOUNT,
    load: async () => (await import('./auth/index.js')).logout,
  },
  {
    name: 'auth',
    summary: 'Log in, log out, see whose credentials are used',
    group: ACCOUNT,
    load: async () => (await import('./auth/index.js')).auth,
  },
  {
    name: 'profiles',
    summary: 'List, choose and delete stored credentials',
    group: ACCOUNT,
    load: async () => (await import('./profiles/index.js')).profiles,
  },
  {
    name: 'keys',
    summary: 'Create, list and revoke API keys',
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
    summary: 'Back up, restore, copy and check the database',
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
    summary: 'Send events to addresses, and receive them',
    group: SERVICE,
    load: async () => (await import('./webhooks/index.js')).webhooks,
  },
  {
    name: 'api',
    summary: 'Send one raw request to the service',
    group: SERVICE,
    load: async () => (await import('./api/api.js')).api,
  },
  {
    name: 'doctor',
    summary: 'Check this installation, and say how to mend it',
    group: PROGRAM,
    load: async () => (await import('./doctor/doctor.js')).doctor,
  },
  {
    name: 'completion',
    summary: 'Print the completion script for bash, zsh or fish',
    group: PROGRAM,
    load: async () => (await import('./completion/completion.js')).completion,
  },
  {
    name: 'commands',
    summary: 'Print every command there is, for tools and agents',
    group: PROGRAM,
    load: async () => (await import('./commands/commands.js')).commands,
  },
];

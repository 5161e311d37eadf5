import { flag } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';

export const dashboard = defineVerb({
  name: 'dashboard',
  summary: 'Open the dashboard of the service in a browser',
  description:
    'Asks the service in use for a link that signs one browser in to its dashboard, and prints it. The link works once, within 10 minutes; whoever has it acts for the account. There API keys, webhooks, deliveries and the health of feeds are looked after. It needs a service of feedctl’s own on a port: on this machine, start feedctl serve first; --open waits for it up to 10 s.',
  options: {
    open: flag('open the link in a browser on this machine'),
  },
  examples: [
    ['feedctl dashboard', 'Print a link to follow'],
    ['feedctl dashboard --open', 'Open it at once'],
    ['feedctl serve & feedctl dashboard --open', 'Start the service and open its dashboard'],
  ],
  output: {
    url: 'http://127.0.0.1:7410/dashboard/sign-in?link=4bJq…',
    expires_at: '2026-01-15T12:10:00.000Z',
  },
  exitCodes: [3, 4, 5, 7],
  async run(context, _args, options) {
    const { showDashboard } = await import('./show-dashboard.js');
    await showDashboard(context, options);
    return undefined;
  },
});

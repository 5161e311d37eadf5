import open from 'open';
import { untilServed } from '../../connection/until-served.js';
import { flag } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';

export const dashboard = defineVerb({
  name: 'dashboard',
  summary: 'Open the dashboard of the service in a browser',
  description: `
    Asks the service in use for a sign-in link to its dashboard, and prints it. The link signs in
    one browser, works once and expires after 10 minutes; anyone who has it can act for the account.
    The dashboard manages API keys and webhooks, and shows deliveries and feed health. It requires a
    feedctl service on a port: on this machine, run feedctl serve first; --open waits up to 10 s for
    it.
  `,
  options: {
    open: flag('open the link in a browser on this machine'),
  },
  examples: {
    'feedctl dashboard': 'Print a sign-in link',
    'feedctl dashboard --open': 'Open the dashboard',
    'feedctl serve & feedctl dashboard --open': 'Start the service and open its dashboard',
  },
  output: {
    url: 'http://127.0.0.1:7410/dashboard/sign-in?link=4bJq…',
    expires_at: '2026-01-15T12:10:00.000Z',
  },
  exitCodes: [4, 5, 7],
  async run(context, _args, { open: isOpened }) {
    if (isOpened) await context.during('Waiting for feedctl serve', () => untilServed(context));
    const client = await context.client();
    const { output, notes, signal } = context;
    const link = await context.during('Requesting a link', () =>
      client.createDashboardLink({ signal }),
    );
    if (output.format === 'table') {
      await output.say(link.url);
      await notes.note('The link signs in one browser, works once and expires in 10 minutes.');
    } else {
      await output.value(link);
    }
    // A missing browser is not an error: the link was already printed.
    if (isOpened) {
      await open(link.url).catch(() =>
        notes.note('No browser could be opened. Open the link yourself.'),
      );
    }
  },
});

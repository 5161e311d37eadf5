import { flag, text, UsageError, wholeNumber } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';
import { EVENT_SAMPLE, schemeOption, secretFileOption } from './options.js';
import { runListener } from './run-listener.js';

export const listen = defineVerb({
  name: 'listen',
  summary: 'Receive webhook events on this machine',
  description:
    'Receives webhook events on loopback, verifies their signatures, and prints each event once: readable lines on a terminal, otherwise one JSON line per event. --create registers a temporary webhook with the service in use, which must run on this machine, and removes it at the end. --forward-to forwards events with their headers; --exec runs a command that gets the event on standard input, but no credentials of feedctl. The response is 2xx only after that succeeded; otherwise the sender retries. Without --secret-file or --create, unsigned events are accepted and --exec is refused.',
  options: {
    port: wholeNumber('N', 'port to listen on (default 7411; 0 for any free one)', { max: 65_535 }),
    secretFile: secretFileOption,
    create: flag('register a temporary webhook with the service'),
    scope: text('SCOPE', 'with --create: all (default), or the id or title of a feed or bundle'),
    scheme: schemeOption,
    forwardTo: text('URL', 'forward each event to this address'),
    exec: text('CMD', 'shell command to run for each event'),
  },
  examples: {
    'feedctl webhooks listen --create': 'Print the events of your feeds as they arrive',
    'feedctl webhooks listen --secret-file secret.txt': 'Print verified events',
    'feedctl webhooks listen --secret-file secret.txt --forward-to http://127.0.0.1:3000/hook':
      'Test your own receiver',
    "feedctl webhooks listen --secret-file secret.txt --exec 'jq -r .feed.title | xargs -0 notify-send'":
      'Run a command for each event',
  },
  output: EVENT_SAMPLE,
  exitCodes: [1, 3, 4, 5, 6, 7, 130, 143],
  async run(context, _args, options) {
    const { port = 7411, secretFile, create, scope, scheme = 'auto', forwardTo, exec } = options;
    if (create && secretFile !== undefined) {
      throw new UsageError('--create and --secret-file cannot be combined.', {
        hint: 'With --create the service creates the secret.',
      });
    }
    if (scope !== undefined && !create) {
      throw new UsageError('--scope requires --create.');
    }
    if (exec !== undefined && secretFile === undefined && !create) {
      throw new UsageError(
        '--exec requires a secret: without one, any local program could trigger the command.',
        {
          hint: 'Pass --secret-file with the secret of the webhook, or --create.',
        },
      );
    }
    await runListener(context, { port, secretFile, create, scope, scheme, forwardTo, exec });
  },
});

import { flag, text, UsageError, wholeNumber } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';
import { EVENT_SAMPLE } from './event-sample.js';
import { schemeOption, secretFileOption } from './options.js';

export const listen = defineVerb({
  name: 'listen',
  summary: 'Receive webhook events on this machine',
  description:
    'Receives webhook events on loopback, verifies their signatures, and prints each once: readable lines on a terminal, otherwise a JSON line an event. --create registers a webhook for it with the service in use, which must run on this machine, and removes it at the end. --forward-to passes them on with their headers, --exec runs a command that gets the event on standard input and none of feedctl’s credentials. The sender hears 2xx only after that succeeded, so that it tries again otherwise. Without --secret-file or --create anything is taken, and --exec is refused.',
  options: {
    port: wholeNumber('N', 'port to listen on (default 7411; 0 for any free one)', { max: 65_535 }),
    secretFile: secretFileOption,
    create: flag('register a webhook with the service for as long as this runs'),
    scope: text('SCOPE', 'with --create: all (default), or a feed or a bundle: its id or title'),
    scheme: schemeOption,
    forwardTo: text('URL', 'pass each event on to this address'),
    exec: text('CMD', 'shell command to run for each event'),
  },
  examples: [
    ['feedctl webhooks listen --create', 'See the events of your feeds as they come'],
    ['feedctl webhooks listen --secret-file secret.txt', 'See what comes'],
    [
      'feedctl webhooks listen --secret-file secret.txt --forward-to http://127.0.0.1:3000/hook',
      'Try out a receiver of your own',
    ],
    [
      "feedctl webhooks listen --secret-file secret.txt --exec 'jq -r .feed.title | xargs -0 notify-send'",
      'Run something for each event',
    ],
  ],
  output: EVENT_SAMPLE,
  exitCodes: [1, 3, 4, 5, 6, 7, 130, 143],
  async run(context, _args, options) {
    const { port = 7411, secretFile, create, scope, scheme = 'auto', forwardTo, exec } = options;
    if (create && secretFile !== undefined) {
      throw new UsageError('--create and --secret-file contradict each other: give one.', {
        hint: 'With --create the secret comes from the service.',
      });
    }
    if (scope !== undefined && !create) {
      throw new UsageError('--scope needs --create: it is about the webhook to register.');
    }
    if (exec !== undefined && secretFile === undefined && !create) {
      throw new UsageError('--exec without a secret would run for whoever sends something.', {
        hint: 'Add --secret-file with the secret of the webhook, or --create.',
      });
    }
    const { runListener } = await import('./run-listener.js');
    await runListener(context, { port, secretFile, create, scope, scheme, forwardTo, exec });
    return undefined;
  },
});

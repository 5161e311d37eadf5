import { flag, many, text, texts } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';
import { sendRequest } from './send-request.js';

export const api = defineVerb({
  name: 'api',
  summary: 'Send a raw request to the service',
  description:
    'Sends one request with the credentials in use and prints the response unchanged. Without METHOD it is a GET, or a POST when --field or --input provides a body. The path must be below /v1 of the service. Redirects are not followed, so the secret is never sent elsewhere. There is no confirmation prompt, whatever the method.',
  arguments: {
    request: many('METHOD|PATH', 'GET, POST, PATCH, PUT or DELETE, then a path such as /v1/feeds'),
  },
  options: {
    query: texts('NAME=VALUE', 'a query parameter'),
    field: texts(
      'NAME=VALUE',
      'a field of a JSON body; JSON values (1, true, null, "…", […], {…}) keep their type',
      {
        short: 'F',
      },
    ),
    input: text('FILE', 'JSON body from a file; - reads standard input'),
    paginate: flag('fetch every page of a list, as one array'),
  },
  examples: {
    'feedctl api /v1/feeds --query limit=5': 'Read feeds',
    'feedctl api /v1/feeds --paginate -o jsonl': 'Print the whole list, one JSON object per line',
    'feedctl api PATCH /v1/feeds/a1B2c3D4e5F6g7H8 -F title=News': 'Change a feed',
    'feedctl api POST /v1/feeds --input feed.json': 'Create a feed with a body from a file',
  },
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, { request }, options) {
    await sendRequest(context, request, options);
  },
});

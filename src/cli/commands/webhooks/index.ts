import type { Noun } from '../../verbs/verb.js';
import { listen } from './listen.js';
import { send } from './send.js';
import { verify } from './verify.js';

export const webhooks: Noun = {
  name: 'webhooks',
  summary: 'Receive webhooks: listen, verify, send a sample',
  description:
    'Receives and checks webhook events, of feedctl’s own service and of any that signs with Standard Webhooks or `t=…,v1=…`. To say where events are sent: feedctl service webhooks.',
  members: [listen, verify, send],
};

import type { Noun } from '../../verbs/verb.js';
import { deliveries } from './deliveries/list.js';
import { resend } from './deliveries/resend.js';
import { listen } from './listen.js';
import { create } from './manage/create.js';
import { list } from './manage/list.js';
import { deleteWebhook, disable, enable, get, rotate, test } from './manage/single.js';
import { update } from './manage/update.js';
import { send } from './send.js';
import { verify } from './verify.js';

export const webhooks: Noun = {
  name: 'webhooks',
  summary: 'Manage webhooks and inspect deliveries',
  description:
    'Manages the webhooks of the account and their deliveries; this requires a feedctl service. listen, verify and send help to build receivers for any service that signs with Standard Webhooks or `t=…,v1=…`.',
  members: [
    create,
    list,
    get,
    update,
    deleteWebhook,
    enable,
    disable,
    test,
    rotate,
    deliveries,
    resend,
    listen,
    verify,
    send,
  ],
};

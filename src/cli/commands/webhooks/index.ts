import type { Noun } from '../../verbs/verb.js';
import { delivery } from './deliveries/get.js';
import { deliveries } from './deliveries/list.js';
import { replay, resend } from './deliveries/replay.js';
import { listen } from './listen.js';
import { create } from './manage/create.js';
import { deleteWebhook } from './manage/delete.js';
import { get, list } from './manage/list.js';
import { rotate } from './manage/rotate.js';
import { disable, enable } from './manage/switch.js';
import { test } from './manage/test.js';
import { update } from './manage/update.js';
import { send } from './send.js';
import { verify } from './verify.js';

export const webhooks: Noun = {
  name: 'webhooks',
  summary: 'Send events to addresses, and receive them',
  description:
    'Manages the webhooks of the account in use and their deliveries; that needs feedctl’s own service. listen, verify and send are for receivers, of any service that signs with Standard Webhooks or `t=…,v1=…`.',
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
    delivery,
    replay,
    resend,
    listen,
    verify,
    send,
  ],
};

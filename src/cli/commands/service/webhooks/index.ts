import type { Noun } from '../../../verbs/verb.js';
import { create } from './create.js';
import { deleteWebhook } from './delete.js';
import { deliveries } from './deliveries.js';
import { delivery } from './delivery.js';
import { list } from './list.js';
import { replay } from './replay.js';
import { resend } from './resend.js';
import { rotate } from './rotate.js';
import { disable, enable } from './switch.js';
import { test } from './test.js';
import { update } from './update.js';

export const webhooks: Noun = {
  name: 'webhooks',
  summary: 'Say where events are sent, and see what came of it',
  members: [
    list,
    create,
    update,
    deleteWebhook,
    enable,
    disable,
    rotate,
    test,
    deliveries,
    delivery,
    replay,
    resend,
  ],
};

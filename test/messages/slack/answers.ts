import type { RecordedAnswers } from '../../fakes/chat-fake.js';

export const answers: RecordedAnswers = {
  accepted: [
    [200, 'ok'],
    [200, { success: true }],
    [200, {}],
  ],
  refusedWith200: [
    ['invalid_payload', /invalid_payload/],
    ['no_service', /no_service/, { gone: true }],
    [{ ok: false, error: 'invalid_blocks' }, /invalid_blocks/],
    ['<!DOCTYPE html><title>Sign in</title>', /HTML page/],
  ],
  gone: [
    [404, 'no_service'],
    [410, 'channel_is_archived'],
    [404, ''],
    [410, ''],
  ],
  kept: [[500, 'rollup_error']],
  told: [
    [410, 'channel_is_archived', /^Slack .* Create a new incoming webhook and set its address\.$/],
    [200, { ok: false }, 'Slack refused the message: an error without a description.'],
    [200, { success: false, error: 'no_text' }, 'Slack refused the message: no_text.'],
    [500, 'It  broke\n!', 'Slack returned HTTP 500: It broke !'],
    [429, '', 'Slack limits the rate of messages.'],
    [200, { ok: false, error: 'ratelimited' }, 'Slack limits the rate of messages: ratelimited.'],
    [429, 'rate_limited', 'Slack limits the rate of messages: rate_limited.'],
  ],
};

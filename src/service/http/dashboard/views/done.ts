/** What a page says after a form was carried out; the address carries the key, never a text. */
export const DONE = {
  'signed-out': 'You are signed out.',
  'feed-created': 'The feed was created. Its items are below.',
  'feed-known': 'You have this feed already. Here it is.',
  'feed-saved': 'The settings of this feed were saved.',
  'feed-restored': 'Title, description and icon are those of the source again.',
  'feed-deleted': 'The feed was deleted, with its items.',
  'feed-updated': 'The source was read again, and there is something new.',
  'feed-unchanged': 'The source was read again. Nothing is new.',
  'feed-refresh-failed': 'The source could not be read. The reason is below.',
  'bundle-created': 'The bundle was created. Add feeds to it below.',
  'bundle-saved': 'The bundle was saved.',
  'bundle-deleted': 'The bundle was deleted. Its feeds are still there.',
  'member-added': 'The feed was added to the bundle.',
  'member-removed': 'The feed was taken out of the bundle.',
  'key-revoked': 'The key was revoked. Whoever uses it is refused from now on.',
  'webhook-saved': 'The webhook was saved. It counts for what is announced from now on.',
  'webhook-deleted': 'The webhook was deleted, with its deliveries.',
  'webhook-on': 'The webhook is switched on.',
  'webhook-off': 'The webhook is switched off. What is announced meanwhile is held.',
  'webhook-resent': 'Everything since then is on its way again.',
  'test-delivered': 'The test event has arrived.',
  'test-failed': 'The test event did not arrive. The attempt below says why.',
  replayed: 'The delivery is on its way again. Load this page anew to see how it went.',
} as const;

export type DoneKey = keyof typeof DONE;

export function doneMessage(key: string | undefined): string | null {
  return key !== undefined && Object.hasOwn(DONE, key) ? DONE[key as DoneKey] : null;
}

/** Messages after a form was processed. The address contains the key, never the text. */
const DONE = {
  'signed-out': 'You are signed out.',
  'session-ended': 'Your session has ended. Sign in to continue where you left off.',
  'feed-created': 'The feed was created. Its items are below.',
  'feed-known': 'You already have this feed. Here it is.',
  'feed-saved': 'The settings of this feed were saved.',
  'saved-among-others':
    'Your changes were saved. Other fields were changed elsewhere in the meantime; those changes are kept and shown below.',
  'filters-saved': 'The filters were saved.',
  'words-muted': 'The rules were saved. They hide items in all feeds.',
  'list-repaired': 'The feed reads the new list. Its items are below.',
  'selectors-saved': 'The page was read again. Its items are below.',
  'feed-restored': 'Title, description and icon come from the source again.',
  'feed-deleted': 'The feed and its items were deleted.',
  'feed-updated': 'The source was read again. There is something new.',
  'feed-unchanged': 'The source was read again. Nothing is new.',
  'feed-refreshing': 'The source is slow to answer. Reload this page later to see the result.',
  'feed-refresh-failed': 'The source could not be read. The reason is below.',
  'bundle-created': 'The bundle was created. Add feeds to it below.',
  'bundle-saved': 'The bundle was saved.',
  'bundle-deleted': 'The bundle was deleted. Its feeds are still there.',
  'member-added': 'The feed was added to the bundle.',
  'member-removed': 'The feed was removed from the bundle.',
  'account-created': 'The account was created. Make a key for it below.',
  'account-on': 'The account is enabled.',
  'account-off': 'The account is disabled. Its data is kept.',
  'limits-saved': 'The limits were saved and apply immediately.',
  'key-revoked': 'The key was revoked. Requests with it are rejected from now on.',
  'webhook-added': 'The webhook was added. Send a test to check that it works.',
  'webhook-saved': 'The webhook was saved. The changes apply to future events.',
  'webhook-deleted': 'The webhook and its deliveries were deleted.',
  'webhook-on': 'The webhook is enabled.',
  'webhook-off': 'The webhook is disabled. New events are held.',
  'webhook-resent': 'All events since then are being sent again.',
  'test-delivered': 'The test event has arrived.',
  'test-failed': 'The test event did not arrive. The attempt below says why.',
  'replayed-all': 'The selected deliveries are being sent again.',
  replayed: 'The delivery is being sent again. Its state below shows the result.',
} as const;

export type DoneKey = keyof typeof DONE;

/** A message, and whether it reports a failure. */
interface DoneMessage {
  text: string;
  isFailure: boolean;
}

export function doneMessage(key: string | undefined): DoneMessage | null {
  if (key === undefined || !Object.hasOwn(DONE, key)) return null;
  return { text: DONE[key as DoneKey], isFailure: key.endsWith('-failed') };
}

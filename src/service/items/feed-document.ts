import { VERSION } from '../../contract/index.js';
import type { DocumentDigest, FollowedText } from '../core/source-document.js';
import { prepared, preparedInsert } from '../store/prepared.js';
import type { Db } from '../store/store.js';
import { FINGERPRINT_VERSION } from './fingerprint.js';

/** The list of the document that was read last. */
export interface FeedDocument {
  /** The identities in the order of the document. */
  identities: readonly string[];
  /** Null if the next document must be read completely. */
  digest: StoredDigest | null;
  /**
   * The text with which the next text of the page is compared; absent unless the feed follows
   * changes of its text.
   */
  followed?: FollowedText | undefined;
}

/** The digest of the document that was read last, and the stored facts about its entries. */
export interface StoredDigest extends DocumentDigest {
  /** The stored publication dates of the listed items, in milliseconds. */
  dates: readonly (number | null)[];
  /** The number of items of the feed. A different number shows that something else changed them. */
  stored: number;
}

/** The list of a document whose items were all stored without a comparison. */
export function documentList(
  items: readonly { identity: string }[],
  followed?: FollowedText,
): FeedDocument {
  return { identities: items.map(({ identity }) => identity), digest: null, followed };
}

/**
 * The version of the reader: a release may read the same text in another way, so it uses only its
 * own digests.
 */
const READER = `${VERSION} ${FINGERPRINT_VERSION}`;

const selectDocument = prepared((db, feedId: string) =>
  db.selectFrom('feed_documents').select(['identities', 'digest']).where('feed_id', '=', feedId),
);

export async function readFeedDocument(db: Db, feedId: string): Promise<FeedDocument> {
  const [row] = await selectDocument(db, feedId);
  if (row === undefined) return { identities: [], digest: null };
  const identities = JSON.parse(row.identities) as string[];
  const digest: unknown = row.digest === null ? null : JSON.parse(row.digest);
  return Array.isArray(digest)
    ? { identities, digest: parsedDigest(digest as Written) }
    : { identities, digest: null, followed: (digest as FollowedText | null) ?? undefined };
}

interface DocumentRow {
  feed_id: string;
  identities: string;
  digest: string | null;
}

const upsertDocument = preparedInsert(['feed_id', 'identities', 'digest'], (db, row: DocumentRow) =>
  db
    .insertInto('feed_documents')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('feed_id').doUpdateSet((excluded) => ({
        identities: excluded.ref('excluded.identities'),
        digest: excluded.ref('excluded.digest'),
      })),
    ),
);

/** Stores the list of a document. Without a digest the next document is read completely. */
export async function writeFeedDocument(
  db: Db,
  feedId: string,
  { identities, digest, followed }: FeedDocument,
): Promise<void> {
  await upsertDocument(db, {
    feed_id: feedId,
    identities: JSON.stringify(identities),
    digest: digest === null ? formatFollowed(followed) : formatDigest(digest),
  });
}

type Written = [string, string, number, string[], (number | null)[]];

function formatDigest({ context, entries, dates, stored }: StoredDigest): string {
  return JSON.stringify([READER, context, stored, entries, dates]);
}

function formatFollowed(followed: FollowedText | undefined): string | null {
  return followed === undefined ? null : JSON.stringify(followed);
}

function parsedDigest([reader, context, stored, entries, dates]: Written): StoredDigest | null {
  return reader === READER ? { context, entries, dates, stored } : null;
}

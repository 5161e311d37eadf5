import { LENGTHS } from '../../../contract/index.js';
import { ButtonLink } from './form.js';
import { useHere } from './here.js';

/** What can be followed, each in another way: a site with a feed, a page without one, a search. */
const SAMPLES = ['grist.org', 'github.com/trending', 'solar panels'];

interface FollowProps {
  /** Of the field. */
  id?: string;
  value?: string | undefined;
  error?: string | undefined;
  /** The changes of the page are followed, whatever lists it has. */
  isChanges?: boolean;
  /** A form that searches the news is next to it. */
  hasSearch?: boolean;
  /** Whether the page begins in its field. */
  autofocus?: boolean;
}

/** The one field that a feed begins with, by GET: what is entered is an address. */
export function Follow({
  id = 'f-follow',
  value,
  error,
  isChanges,
  hasSearch,
  autofocus,
}: FollowProps) {
  const samples = SAMPLES.map((sample) => (
    <a href={`feeds/new?follow=${encodeURIComponent(sample)}`} data-fill={sample}>
      {sample}
    </a>
  ));
  return (
    <form class="follow" method="get" action="feeds/new">
      <div class="follow-field">
        <input
          type="text"
          id={id}
          name="follow"
          value={value}
          required
          autofocus={autofocus}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          maxlength={LENGTHS.url}
          placeholder={isChanges ? 'Address of the page' : 'Website, feed or keyword'}
          aria-label={isChanges ? 'Address of the page' : 'What to follow'}
          aria-invalid={error ? 'true' : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {isChanges && <input type="hidden" name="from" value="changes" />}
        <button type="submit" class="button primary">
          Preview
        </button>
      </div>
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {!isChanges && <p class="samples">{samples}</p>}
      <p class="ways">
        {!hasSearch && <a href="feeds/new#news">Search the news</a>}
        {useHere().hasFiles && <a href="transfer">Import OPML</a>}
        {!isChanges && <a href="feeds/new?from=changes">Watch a page for changes</a>}
      </p>
    </form>
  );
}

/** The same field over any page: the script opens it. */
export function FollowDialog() {
  return (
    <dialog id="follow" aria-labelledby="follow-title" closedby="any">
      <form method="dialog">
        <h2 id="follow-title">Follow anything</h2>
        <button type="submit" class="link">
          Close
        </button>
      </form>
      <Follow id="d-follow" />
    </dialog>
  );
}

/** Leads to the field, or opens it. */
export function AddAFeed() {
  return (
    <ButtonLink href="feeds/new" tone="primary" icon="add">
      Add a feed
    </ButtonLink>
  );
}

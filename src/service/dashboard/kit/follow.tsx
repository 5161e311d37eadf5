import { LENGTHS } from '../../../contract/index.js';
import { ButtonLink } from './form.js';
import { useHere } from './here.js';

/** One sample for each kind of source: a site with a feed, a page without a feed, a search. */
const SAMPLES = ['grist.org', 'github.com/trending', 'solar panels'];

interface FollowProps {
  /** The id of the text field. */
  id?: string;
  value?: string | undefined;
  error?: string | undefined;
  /** True if the form follows the changes of a page instead of its list. */
  isChanges?: boolean;
  /** True if the page has a form next to it that searches the news. */
  hasSearch?: boolean;
  /** True if the field has the focus when the page opens. */
  autofocus?: boolean;
}

/**
 * The only field that is needed to add a feed. The form uses GET, so the input is part of the
 * address.
 */
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

/** A dialog with the field of `Follow` on any page; the script opens it. */
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

/** A link to the page with the field; the script opens the dialog instead. */
export function AddAFeed() {
  return (
    <ButtonLink href="feeds/new" tone="primary" icon="add">
      Add a feed
    </ButtonLink>
  );
}

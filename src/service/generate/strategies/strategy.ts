import type { Candidate } from '../candidate.js';
import type { Survey } from '../survey.js';

/** One way to find the items of a page whose HTML shows no list of links, without another request. */
export interface Strategy {
  /** As `preview --explain` shows it and as it is stored with a feed: never change it. */
  name: string;
  /** The items of a page, or null where the strategy does not apply. */
  candidate(survey: Survey): Candidate | null;
}

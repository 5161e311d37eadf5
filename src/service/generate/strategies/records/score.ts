import { RECORD_WEIGHTS as W } from '../../weights.js';
import type { RecordFeatures } from './features.js';
import type { Family } from './link-place.js';
import type { PageRecord } from './record.js';

/** Links of one signature with the records around them, judged. */
export interface RecordSet {
  family: Family;
  signature: string;
  level: number;
  records: PageRecord[];
  features: RecordFeatures;
  score: number;
}

/** How much a set of records looks like the list of items of its page. @param family how it was found */
export function scoreOf(f: RecordFeatures, family: Family): number {
  return Object.values(scoreParts(f, family)).reduce((sum, part) => sum + part, 0);
}

/** Headlines are worth their words; a text of many more is a paragraph, whatever it links to. */
function titleWords({ titleWords: words }: RecordFeatures): number {
  return Math.min(words, W.titleWordsCap) * (words > W.paragraphWords ? 0.5 : 1);
}

/** The same, part by part, for `--explain`. */
export function scoreParts(f: RecordFeatures, family: Family): Record<string, number> {
  const log = Math.log2(Math.max(f.count, 1));
  const foreign = 1 - f.sameSite;
  return {
    count: W.count * Math.min(log, W.countCap),
    titleWords: W.titleWords * titleWords(f),
    linkedTitle: W.linkedTitle * f.linkedTitle,
    heading: W.heading * f.heading,
    article: W.article * f.article,
    date: W.date * f.date,
    image: W.image * f.image,
    main: W.main * f.main,
    documentUrl: W.documentUrl * f.documentUrl,
    recordWords: (W.recordWords * Math.min(f.recordWords, W.recordWordsCap)) / W.recordWordsCap,
    distinct: W.distinct * (f.distinct - 1),
    uniqueTitles: W.uniqueTitles * (f.uniqueTitles - 1),
    structured: W.structured * f.structured,
    coverage: W.coverage * Math.min(f.coverage, 1),
    chrome: W.chrome * f.chrome,
    utility: W.utility * f.utility,
    self: W.self * f.self,
    linkDensity: W.linkDensity * f.linkDensity,
    extraLinks:
      W.extraLinks * Math.min(Math.max(0, f.linksPerRecord - W.extraLinksFrom), W.extraLinksCap),
    bare: W.bare * f.bare,
    inline: W.inline * f.inline,
    shortTitles: f.titleWords < 2 ? W.shortTitles : 0,
    fewRecords: f.count < 4 ? W.fewRecords : 0,
    foreign: foreign > 0.5 ? W.foreign * foreign : 0,
    style: family === 'style' ? W.style : 0,
  };
}

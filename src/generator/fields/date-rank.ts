import type { ElementNode } from '../page/tree.js';

/** The kind of a date according to its label; lower is better. */
export enum DateRank {
  Published = 0,
  Unnamed = 1,
  /** The date of an update, a last reply or a deadline. */
  Other = 2,
}

const PUBLISHED = /publi|creat|issued|dateline|pubdate|posted/i;
/** "post" alone is also the name of the block around all dates of a post. */
const POST = /post/i;
const OTHER =
  /modif|updat|expir|deadline|(?:^|[\s_-])(?:edit(?:ed)?(?![a-z])|clos(?:e|es|ed|ing)|ends?(?![a-z])|enddate|start|due(?![a-z])|valid|event)|last[\s_-]?(?:post|mod|edit|repl|activ|visit|seen|comment|message|changed)/i;

/**
 * The rank of a date by the names of its element, or else of its parent. @param property name of
 * the attribute or of the itemprop that contains the date
 */
export function rankOf(element: ElementNode, property: string): DateRank {
  const own = `${property} ${element.classes.join(' ')}`;
  return (
    rankOfNames(own) ?? rankOfNames(element.parent?.classes.join(' ') ?? '') ?? DateRank.Unnamed
  );
}

function rankOfNames(names: string): DateRank | null {
  if (OTHER.test(names))
    return /publi|creat/i.test(names) && !/last/i.test(names) ? DateRank.Published : DateRank.Other;
  return PUBLISHED.test(names) || POST.test(names) ? DateRank.Published : null;
}

const OTHER_LABEL =
  /^\P{L}*(?:last (?:updated?|modified|edited|post|reply|comment|activity)|(?:updated?|modified|edited|expires?|deadline|closes|closing|ends|due)(?!\p{L})|zuletzt|aktualisiert|geändert|letzte[rs]? |ablauf|frist|mis à jour|modifié|dernière|actualizad[oa]|última|aggiornat[oa]|atualizad[oa]|bijgewerkt|laatst|oppdatert|opdateret|uppdaterad|zaktualizowano|обновлено|更新)/iu;
const PUBLISHED_LABEL =
  /^\P{L}*(?:published|posted|created|released|veröffentlicht|publié|publicad[oa]|pubblicat[oa]|gepubliceerd|publicerad|publisert|opublikowano|опубликовано|发布|發布|公開)/iu;

/**
 * The rank of a date by the words before it, in its own or the preceding text. @param needsColon
 * true if the text must end like a label: "Updated:"
 */
export function rankOfLabel(text: string, needsColon = false): DateRank | null {
  if (needsColon && !(text.length <= 30 && /[:：]\s*$/.test(text))) return null;
  if (OTHER_LABEL.test(text)) return DateRank.Other;
  return PUBLISHED_LABEL.test(text) ? DateRank.Published : null;
}

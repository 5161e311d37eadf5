/**
 * Texts of buttons and marks. Phrases are searched in a set: one expression for all of them is
 * compiled for Latin text and again for any other, and costs a page 5 ms in a new process.
 */
const phrases = (...lines: string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split('|')));

/**
 * Buttons are also recognised without words: a text that every record repeats is not a title (see
 * title.ts), so this list only has to cover short lists.
 */
const CALLS_TO_ACTION = phrases(
  'continue reading|keep reading|read|read more|read on|read the full story|read the full article',
  'read the full post|read the story|read the article|read the post|read full story',
  'read full article|read article|read post|more|more info|more information|more details',
  'learn more|find out more|see more|see all|see details|view|view more|view all|view details',
  'view post|view article|view job|view product|view item|view event|show more|full story',
  'full article|full text|details|open|go|watch|watch now|listen|listen now|play|apply|apply now',
  'buy|buy now|shop now|add to cart|add to basket|add to bag|book now|register|sign up|download',
  'permalink|link|comment|comments|reply|share|save|like|report',
  'weiterlesen|mehr|mehr lesen|mehr erfahren|mehr info|mehr infos|zum artikel|jetzt lesen',
  "lire|lire la suite|lire plus|lire l'article|lire l’article|en savoir plus|voir|voir plus",
  'leer más|leer mas|seguir leyendo|ver más|ver mas|más información|mas información',
  'más informacion|mas informacion',
  'leggi|leggi tutto|leggi di più|leggi di piu|continua|continua a leggere|scopri|scopri di più',
  'scopri di piu|ler mais|leia mais|saiba mais|continuar lendo|lees meer|lees verder|meer',
  'meer lezen|läs mer|las mer|les mer|læs mere|las mere|lue lisää|lue lisäa|lue lisaä|lue lisaa',
  'więcej|wiecej|czytaj dalej|czytaj więcej|czytaj wiecej',
  'číst dál|čist dál|císt dál|cist dál|číst dal|čist dal|císt dal|cist dal|více|vice|tovább|tovabb',
  'devamı|devami|devamını oku|devamıni oku|devaminı oku|devamini oku|citește mai mult',
  'citeste mai mult|читать|читать далее|читать полностью|подробнее|далее|ещё|читати далі|детальніше',
  '続きを読む|詳しく|詳しく見る|詳しくはこちら|もっと見る|阅读全文|阅读更多|查看全文|查看更多|查看详情',
  '更多|详情|閱讀更多|자세히|자세히 보기|더보기|더 보기|더\u00a0보기|اقرأ المزيد|اقرأ أكثر|المزيد|और पढ़ें|आगे पढ़ें',
  'קרא עוד|đọc tiếp|đọc thêm|xem thêm|อ่านต่อ|selengkapnya|baca selengkapnya|baca juga',
  'περισσότερα|διαβάστε περισσότερα',
);
/** The remaining calls to action, in lower case. */
const COUNTED_OR_FULL = /^(?:\d+ comments?|view full .*)\s*[.…»›→>⟶]*$/iu;
const ARROWS = '.…»›→>⟶';

/** True for "Read more …": a link text about the action, not the target. */
export function isCallToAction(text: string): boolean {
  let end = text.length;
  while (end > 0 && ARROWS.includes(text.charAt(end - 1))) end -= 1;
  if (CALLS_TO_ACTION.has(text.slice(0, end).trimEnd().toLowerCase())) return true;
  return /^[\dv]/i.test(text) && COUNTED_OR_FULL.test(text);
}

const AD_LABELS = phrases(
  'ad|ads|advert|advertisement|advertising|advertorial|sponsored|sponsored content|sponsored post',
  'promoted|promoted post|promoted content|paid content|paid post|paid partnership|paid promotion',
  'partner content|anzeige|werbung|gesponsert|publicité|publicite|sponsorisé|sponsorise|annonce',
  'publicidad|patrocinado|contenido patrocinado|pubblicità|pubblicita|sponsorizzato|publicidade',
  'conteúdo patrocinado|conteudo patrocinado|advertentie|gesponsord|reklam|reklama|reklame|sponsrad',
  'mainos|sponsorowane|реклама|на правах рекламы|спонсировано|広告|pr|スポンサー|广告|推广|廣告|贊助|광고',
  'إعلان|विज्ञापन|פרסומת|διαφήμιση|iklan|quảng cáo|โฆษณา',
);
const BY_SPONSOR = /^(?:sponsored|promoted) by.*\s*[:·|.]?$/u;

/** True for a label of a paid record. */
export function isAdLabel(text: string): boolean {
  const lower = text.toLowerCase();
  const isMarked = ':·|.'.includes(lower.charAt(lower.length - 1));
  const label = (isMarked ? lower.slice(0, -1) : lower).trimEnd();
  return AD_LABELS.has(label) || (lower.includes('ed by') && BY_SPONSOR.test(lower));
}

const RELATED = phrases(
  'related|related articles|related posts|related stories|related content|related products',
  'related items|related news|related topics|related reading|recommended|recommended for you',
  'recommended articles|recommended products|recommended stories|recommended reading',
  'you may like|you might like|you may also like|you might also like|more from our partners',
  'from our partners|from our sponsors|sponsored content|sponsored links|around the web',
  'from around the web|most popular|most read|most viewed|most shared|most commented|trending now',
  'ähnliche artikel|ähnliche beiträge|ähnliche produkte|verwandte artikel|verwandte themen',
  'das könnte sie auch interessieren|das könnte dich auch interessieren|meistgelesen',
  'am meisten gelesen|meistgelesene artikel|das wird gelesen|empfehlungen für sie',
  'articles liés|articles similaires|articles connexes|à lire aussi|lire aussi|sur le même sujet',
  'vous aimerez aussi|vous aimerez peut-être|les plus lus|les articles les plus lus|produits similaires',
  'artículos relacionados|noticias relacionadas|entradas relacionadas|productos relacionados',
  'también te puede interesar|te puede interesar|lo más leído|lo más visto|más leídas',
  'articoli correlati|potrebbe interessarti|potrebbe interessarti anche|i più letti|prodotti correlati',
  'artigos relacionados|notícias relacionadas|leia também|mais lidas|veja também',
  'gerelateerde artikelen|gerelateerd|lees ook|meest gelezen|relaterade artiklar|mest lästa',
  'читайте также|похожие статьи|похожие товары|популярное|самое читаемое|関連記事|おすすめ記事',
  '人気記事|相关文章|相关新闻|推荐阅读|热门文章|热门阅读|阅读排行|点击排行|관련 기사|관련기사|많이 본 뉴스',
);

/**
 * True if a heading names a block that is selected anew at each visit, such as "Related": its links
 * are not part of a list.
 */
export function isRelatedHeading(heading: string): boolean {
  return RELATED.has(heading.toLowerCase().replace(/\s*[:.…!?]+$/u, ''));
}

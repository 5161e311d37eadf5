/**
 * Words that name parts of a record. Buttons are also recognised without words: a text that every
 * record repeats is no title (see fields/title.ts), so the list only has to cover short lists.
 */
export const CALL_TO_ACTION =
  /^(?:(?:continue|keep) reading|read(?: (?:more|on|the (?:full )?(?:story|article|post)|full (?:story|article)|article|post))?|more(?: info(?:rmation)?| details)?|learn more|find out more|see (?:more|all|details)|view(?: (?:more|all|details|post|article|job|product|item|event|full .*))?|show more|full (?:story|article|text)|details|open|go|watch(?: now)?|listen(?: now)?|play|apply(?: now)?|buy(?: now)?|shop now|add to (?:cart|basket|bag)|book now|register|sign up|download|permalink|link|comments?|\d+ comments?|reply|share|save|like|report|weiterlesen|mehr(?: (?:lesen|erfahren|infos?))?|zum artikel|jetzt lesen|lire(?: (?:la suite|plus|l['’]article))?|en savoir plus|voir(?: plus)?|leer m[áa]s|seguir leyendo|ver m[áa]s|m[áa]s informaci[óo]n|leggi(?: tutto| di pi[ùu])?|continua(?: a leggere)?|scopri(?: di pi[ùu])?|ler mais|leia mais|saiba mais|continuar lendo|lees (?:meer|verder)|meer(?: lezen)?|l[äa]s mer|les mer|l[æa]s mere|lue lis[äa][äa]|wi[ęe]cej|czytaj (?:dalej|wi[ęe]cej)|[čc][íi]st d[áa]l|v[íi]ce|tov[áa]bb|devam[ıi](?:n[ıi] oku)?|devamını oku|cite[șs]te mai mult|читать(?: далее| полностью)?|подробнее|далее|ещё|читати далі|детальніше|続きを読む|詳しく(?:見る|はこちら)?|もっと見る|阅读(?:全文|更多)|查看(?:全文|更多|详情)|更多|详情|閱讀更多|자세히(?: 보기)?|더\s?보기|اقرأ (?:المزيد|أكثر)|المزيد|और पढ़ें|आगे पढ़ें|קרא עוד|المزيد\.*|đọc (?:tiếp|thêm)|xem thêm|อ่านต่อ|selengkapnya|baca (?:selengkapnya|juga)|περισσότερα|διαβάστε περισσότερα)\s*[.…»›→>⟶]*$/iu;

/** Class names of the line above a headline, of badges and of labels on one. */
export const KICKER_CLASS =
  /(?:^|[-_])(?:kicker|eyebrow|overline|prefix|category|categories|cat|section|topic|tag|tags|label|badge|flag|pill|chip|rubric|rubrik|dachzeile|spitzmarke|channel|premium|paywall|icon|counter|count|number|rank|index|time|date|meta|byline|author|sponsor(?:ed)?|type|domain|sitebit|host)(?:$|[-_])/i;

/** Class names of a headline. */
export const TITLE_CLASS =
  /(?:^|[-_])(?:title|headline|heading|hed|entry-title|post-title|name|subject|caption-title|tit)(?:$|[-_])|(?:title|headline)$/i;

/** Class names of who stands behind an item: "company-name" names no title. */
export const OWNER_CLASS =
  /(?:^|[-_])(?:company|employer|organi[sz]ation|brand|vendor|seller|shop|store|site|source|user|author|team|channel)[-_]?(?:name|title)/i;

export const BYLINE_CLASS =
  /(?:^|[-_])(?:author|authors|byline|by-line|writer|creator|credit-author|posted-by|postedby|autor|auteur|autore|user|username|hnuser|poster|submitter|reporter|journalist|contributor)(?:$|[-_])|(?:author|byline)/i;

/** Class names of where a date stands. */
export const DATE_CLASS =
  /(?:^|[-_])(?:date|datum|fecha|data|time|timestamp|published|posted|pubdate|ago|age|day|created|updated)(?:$|[-_])|(?:date|time(?:stamp)?)$/i;

/** Words before a name in a byline. */
export const BY =
  /^(?:(?:written|posted|published|submitted|opened|started|reported)\s+by|\w+ by|by|via|von|par|por|di|da|door|av|af|ad|przez|od|autor(?:in|a|es)?|auteurs?|author|autore|автор|автора|от|yazan|kirjoittaja|tekst|text|текст|文|記者|记者|作者|글|بقلم|लेखक|מאת|από|oleh|bởi)\b[:\s]*|^(?:文|記者|记者|作者|撰文|글|بقلم|लेखक|автор|от|מאת|από)[:：\s]+/iu;

/** Marks of a paid record. */
export const AD_LABEL =
  /^(?:ad|ads|advert(?:isement|ising|orial)?|sponsored(?: (?:content|post|by.*))?|promoted(?: (?:by.*|post|content))?|paid (?:content|post|partnership|promotion)|partner content|anzeige|werbung|gesponsert|publicit[ée]|sponsoris[ée]|annonce|publicidad|patrocinado|contenido patrocinado|pubblicit[àa]|sponsorizzato|publicidade|conte[úu]do patrocinado|advertentie|gesponsord|reklam[ae]?|sponsrad|mainos|sponsorowane|реклама|на правах рекламы|спонсировано|広告|pr|スポンサー|广告|推广|廣告|贊助|광고|إعلان|विज्ञापन|פרסומת|διαφήμιση|iklan|quảng cáo|โฆษณา)\s*[:·|.]?$/iu;

export const AD_CLASS =
  /(?:^|[-_])(?:ad|ads|adv|advert|advertisement|advertorial|sponsor|sponsored|promoted|native-ad|adslot|adunit|dfp|gpt|outbrain|taboola|revcontent|werbung|anzeige|reklame|reklama|publicidad)(?:$|[-_])/i;

/** "7 min read" stands where a title could. */
export const READING_TIME =
  /^~?\d+\s*(?:-\s*)?(?:min(?:ute)?s?|sec(?:ond)?s?|minuten|minutos|minuti|minuter|мин\.?|分(?:钟|鐘)?|분)(?:\s*(?:read(?:ing)?(?: time)?|lesezeit|de lectur[ae]|di lettura|de leitura|leestijd|lästid|чтения|で読める|阅读|읽기))?\.?$/iu;

/** Addresses of people: the link's text is a name. */
export const AUTHOR_PATH =
  /\/(?:authors?|autor(?:en|es)?|auteurs?|autori?|autore|people|persons?|profiles?|profil|users?|u|by|staff|contributors?|writers?|columnists?|redakt(?:ion|eur)|journalists?|members?|@[^/]+)(?:\/|$)/i;

/**
 * Words that say nothing about the subject of a headline, by language, in lower case, without those
 * that mean something in English: `war`, `man`, `hat`, `son`, `sin`, `era`.
 */
const STOP_WORDS_BY_LANGUAGE = {
  en: `a about after all also an and any are as at be been before but by can could did do does for from
    had has have he her his how i if in into is it its may more most new no not of off on one or our out
    over said say says she should so some than that the their them then there these they this to up us
    was we were what when where which who why will with would you your`,
  de: `aber als am an auch auf aus bei bis das dass dem den der des die doch du ein eine einem einen
    einer eines er es für gegen haben ich ihr im in ist kann mehr mit nach neue nicht noch nun
    nur ob oder sei sein sich sie sind so soll über um und uns unter vom von vor was wegen wenn wer
    werden wie will wird wir wurde zu zum zur`,
  fr: `à après au aux avec ce ces cette comme comment contre d dans de des du elle en entre est et être
    eu fait il ils je l la le les leur leurs mais ne nos nous on ont ou où par pas plus pour pourquoi
    qu que qui s sa sans se ses si sont sous sur un une vers vous`,
  es: `a al ante con contra como cómo de del desde donde dos e el ella ellos en entre es esta este
    esto fue ha han hasta hay la las le les lo los más me mi muy no nos o para pero por porque qué que
    se según ser si sí sobre su sus también tras un una uno y ya`,
  pt: `a ao aos após as até com como da das de dela dele do dos e é ela ele em entre essa esse esta
    este foi há mais mas na não nas no nos o os ou para pela pelas pelo pelos por porque qual quando
    que quem são se sem ser seu seus sob sobre sua suas também tem um uma`,
  it: `a ad ai al alla anche che chi ci come con contro da dal dalla dei del della delle di dopo e
    è ecco ed gli ha hanno i il in io la le lo loro ma mi nei nel nella non o per perché più quando
    quella quello questa questo se si sono su sua sul sulla suo tra un una uno`,
  nl: `aan als bij dan dat de deze die dit door een en er haar heeft het hij hoe ik in is kan maar meer
    met na naar niet nieuwe nog nu of om onder ook op over te tegen tot uit van voor waarom was wat
    wel werd wie wil worden wordt zal ze zich zijn zo`,
  pl: `a aby ale bez być będzie co czy dla do gdy go i ich ile ja jak jako jest już która które który
    ma mu na nad nie nowe o od oraz po pod przed przez przy się są tak także tej ten tego to tylko tym
    w we wobec z za ze że`,
  ru: `а без бы был была были быть в во вот все где для до его ее если есть еще же за и из или им их к
    как когда который ли на над не него нет но ну о об один он она они от по под при с со так также
    такой там то того только тот у уже что чтобы это этот я`,
  tr: `ama bir bu da daha de diye en gibi göre hem her için ile ise kadar ki mi mı mu mü ne neden o
    olan olarak oldu sonra şu ve veya ya yeni`,
  sv: `att av de den denna det du efter eller en ett för från han har hon hur i inte jag kan med men
    mot ny nya när och om på så ska som till under upp ut var vi vid är över`,
  id: `ada adalah akan atau bagi dalam dan dari dengan di hingga ini itu juga ke oleh pada saat sebagai
    telah tidak untuk yang`,
  ja: `の は が を に へ と で も や から まで より など か な だ です ます する した して される
    された れる こと これ それ ため 中 的 さん 氏 へ`,
  zh: `的 了 在 是 和 与 及 将 被 对 从 为 也 就 都 而 或 等 这 那 有 不 人 我 他 她 們 们 個 个 與
    對 從 為 將`,
  ko: `은 는 이 가 을 를 의 에 에서 와 과 도 로 으로 및 등 그 저 수 것`,
} as const;

/** The words of all languages, because a headline does not declare its language. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  Object.values(STOP_WORDS_BY_LANGUAGE).flatMap((words) => words.trim().split(/\s+/)),
);
